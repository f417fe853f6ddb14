/** Options that split a build across processes or machines. */
import { InvalidArgumentError, Option } from 'commander';
import type { Part } from '../../projector/index.ts';

/** Each process reads the whole log, so more than this gain nothing. */
const MAX_PARTS = 64;

const numberIn = (text: string, least: number, most: number): number => {
  const number = Number(text);
  if (!/^\d{1,3}$/u.test(text) || number < least || number > most)
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}.`);
  return number;
};

const partOf = (text: string): Part => {
  const [number = '', of = '', ...more] = text.split('/');
  if (more.length > 0 || of === '') throw new InvalidArgumentError('expected one part of several, such as 2/8.');
  const parts = numberIn(of, 1, MAX_PARTS);
  return { number: numberIn(number, 1, parts), of: parts };
};

export const processesOption = (): Option =>
  new Option('--processes <n>', 'number of processes')
    .argParser((text) => numberIn(text, 1, MAX_PARTS))
    .default(1)
    .conflicts('part');

export const partOption = (): Option =>
  new Option(
    '--part <n/of>',
    'build only this part: several machines build a part each, then one prepares the rest',
  ).argParser(partOf);
