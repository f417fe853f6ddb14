/** Opaque cursors: where a walk goes on, handed out to be sent back as it is. */
import { createHash } from 'node:crypto';
import { Refused } from '../../domain/errors.ts';
import type { Position } from '../../domain/event.ts';
import { REQUEST } from '../../domain/limits.ts';

const FINGERPRINT = 12;

/** A part is a text or a number, so that looking at a cursor costs no more than its length. */
type Part = string | number;

export const seal = (parts: readonly Part[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

const isPart = (value: unknown): value is Part => typeof value === 'string' || typeof value === 'number';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** What was sealed; none of what was never handed out: it is sealed again and compared, so that nothing passes that only resembles one. */
export const unseal = (cursor: string): readonly Part[] => {
  if (cursor.length > REQUEST.cursorCharacters) return [];
  const parts = parsed(Buffer.from(cursor, 'base64url').toString());
  return Array.isArray(parts) && parts.every(isPart) && seal(parts) === cursor ? parts : [];
};

/** Whether a part is where something stands in the log. */
export const isPlace = (part: Part | undefined): part is Position => Number.isSafeInteger(part) && Number(part) >= 0;

/** As a query takes it. */
export const cursorParameter = (description: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: REQUEST.cursorCharacters,
    description,
  }) as const;

/** Of the query that a walk began with, in whatever order its parameters stand. */
export const fingerprintOf = (query: Iterable<readonly [name: string, value: unknown]>): string => {
  const asked = [...query].filter(([, value]) => value !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, FINGERPRINT);
};

export const refusedCursor = (message: string): Refused =>
  new Refused('invalid', 'invalid_query', 'invalid query parameter cursor', {
    errors: [{ parameter: 'cursor', message }],
  });
