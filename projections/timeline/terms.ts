/** Terms of a timeline row that stand for an actor or a subject, so that it is found by what they are called today. */
import { createHash } from 'node:crypto';
import type { Subject } from './describe/index.ts';

/** Private-use characters, which no text that people search for is cut into. */
const [ACTOR, SUBJECT] = ['\u{e001}', '\u{e002}'];
const DIGITS = 24;

const termOf = (mark: string, ...names: readonly string[]): string =>
  `${mark}${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, DIGITS)}`;

export const actorTerm = (id: string): string => termOf(ACTOR, id);

export const subjectTerm = ({ type, id }: Subject): string => termOf(SUBJECT, type, id);
