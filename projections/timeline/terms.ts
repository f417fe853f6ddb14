/** Terms of a timeline row that stand for an actor or a subject, so the row is found by their current names. */
import { createHash } from 'node:crypto';
import { MARKS } from '../../domain/search-terms.ts';
import type { Subject } from './describe/index.ts';

const DIGITS = 16;

const termOf = (mark: string, ...names: readonly string[]): string =>
  `${mark}${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, DIGITS)}`;

export const actorTerm = (id: string): string => termOf(MARKS.actor, id);

export const subjectTerm = ({ type, id }: Subject): string => termOf(MARKS.subject, type, id);
