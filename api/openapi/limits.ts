/** The bounds on requests, in words for a contract; the numbers are those of the table. */
import { REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { inBytes, inDigits } from '../http/amounts.ts';

/** Of an interface that is only read. */
export const LIMITS_OF_READS =
  `Limits: an address has at most ${inBytes(REQUEST.urlBytes)}, else the answer is a 414. A search (\`q\`) has at most ` +
  `${inDigits(SEARCH.characters)} characters and ${SEARCH.terms} different words. A 400 names at most ${REQUEST.problems} problems.`;

export const LIMITS =
  `${LIMITS_OF_READS} A body has at most ${inBytes(REQUEST.bodyBytes)}, else the answer is a 413, and ${REQUEST.depth} levels of ` +
  `lists and objects. Unless the schema states another number, a list has at most ${inDigits(REQUEST.listItems)} items, a name ` +
  `${inDigits(TEXT.nameCharacters)} characters, a title ${inDigits(TEXT.titleCharacters)} and an abstract ` +
  `${inDigits(TEXT.abstractCharacters)}. What is beyond a limit changes nothing.`;
