/** Opaque cursors, which clients send back unchanged to continue a listing. */
import { createHash } from 'node:crypto';
import type { Position } from '../../domain/event.ts';
import { REQUEST } from '../../domain/limits.ts';
import { refusedQuery } from './query.ts';

const FINGERPRINT_LENGTH = 12;

/** A string or a number, not nested, so that the cost of checking a cursor is linear in its length. */
type Part = string | number;

export const encodeCursor = (parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const isPart = (value: unknown): value is Part => typeof value === 'string' || typeof value === 'number';

/** The parts of a cursor; empty if it is invalid. Compares the re-encoded parts, so that only the canonical form is accepted. */
export const decodeCursor = (cursor: string): readonly Part[] => {
  if (cursor.length > REQUEST.cursorCharacters) return [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.every(isPart) && encodeCursor(parts) === cursor ? parts : [];
  } catch {
    return [];
  }
};

export const isPosition = (part: Part | undefined): part is Position => Number.isSafeInteger(part) && Number(part) >= 0;

export const cursorParameter = (description: string) =>
  ({ type: 'string', minLength: 1, maxLength: REQUEST.cursorCharacters, description }) as const;

/** A hash of the query that a walk began with, independent of the order of its parameters. */
export const fingerprintOf = (query: Iterable<readonly [name: string, value: unknown]>): string => {
  const sorted = [...query].filter(([, value]) => value !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, FINGERPRINT_LENGTH);
};

export const invalidCursor = (message: string) => refusedQuery('invalid query parameter cursor', 'cursor', message);
