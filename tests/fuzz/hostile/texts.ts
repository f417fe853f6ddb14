/** Texts by attackers and broken exporters: at the limits and beyond, with markup, control characters and lone surrogates. */
import { REQUEST, SEARCH, TEXT } from '../../../domain/limits.ts';
import type { Random } from '../../support/history/random.ts';

const LENGTHS = [
  1,
  39,
  TEXT.nameCharacters,
  SEARCH.characters,
  TEXT.titleCharacters,
  TEXT.biographyCharacters,
  TEXT.abstractCharacters,
  REQUEST.urlBytes,
] as const;

/** One of these is repeated up to a length. */
const GRAINS = [
  'x',
  'a ',
  'Li Wei ',
  '<i>',
  '</',
  '<<b',
  '&#60;img src=x onerror=alert(1)&#62;',
  '&amp;lt;',
  '<details/open/ontoggle=alert(1)>',
  '<scr\0ipt>',
  '<mml:math><mml:mo>&lt;</mml:mo><mml:mi>svg/onload=alert(1)</mml:mi></mml:math>',
  '<span style="font-variant:small-caps">',
  '‹ſcript›',
  '\u0000',
  '\ud800',
  '\u202e',
  'e\u0301',
  '𝒳',
  '\\',
  '"',
  '../',
  '%00',
  '-',
  '10.5555/',
] as const;

const WHOLE = [
  '',
  ' ',
  'null',
  '__proto__',
  'constructor',
  '$where',
  '{"$gt":""}',
  '10.5555/x',
  '0000-0002-1825-0097',
  'https://127.0.0.1:1/',
  '1e999',
  '9007199254740993',
  '-0',
] as const;

/** Rarely ten times the maximum length. */
export const textOf = (random: Random): string => {
  if (random.chance(0.3)) return random.pick(WHOLE);
  const grain = random.pick(GRAINS);
  const length = random.pick(LENGTHS) * (random.chance(0.1) ? 10 : 1) + random.between(-1, 1);
  return grain.repeat(Math.max(1, Math.ceil(length / grain.length))).slice(0, Math.max(1, length));
};
