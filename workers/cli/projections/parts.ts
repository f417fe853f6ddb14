/** How many processes make rows, as the command line says it. */
import { InvalidArgumentError, Option } from 'commander';
import type { Part } from '../../projector/index.ts';

/** Each reads the whole log, so that more of them than this gain nothing. */
const MOST = 64;

const numberIn = (text: string, least: number, most: number): number => {
  const number = Number(text);
  if (!/^\d{1,3}$/u.test(text) || number < least || number > most)
    throw new InvalidArgumentError(`a whole number from ${least} to ${most} is accepted.`);
  return number;
};

const partOf = (text: string): Part => {
  const [number = '', of = '', ...more] = text.split('/');
  if (more.length > 0 || of === '') throw new InvalidArgumentError('one part of several is accepted, such as 2/8.');
  const parts = numberIn(of, 1, MOST);
  return { number: numberIn(number, 1, parts), of: parts };
};

export const processesOption = (): Option =>
  new Option('--processes <n>', 'how many processes make them')
    .argParser((text) => numberIn(text, 1, MOST))
    .default(1)
    .conflicts('part');

export const partOption = (): Option =>
  new Option(
    '--part <n/of>',
    'only one part of them: several machines make a part each, and one then prepares the rest',
  ).argParser(partOf);
