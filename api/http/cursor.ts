/** Opaque cursors: where a walk goes on, handed out to be sent back as it is. */
import { createHash } from 'node:crypto';
import { Refused } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';

const FINGERPRINT = 12;

export const seal = (parts: readonly Json[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** What was sealed; none of what was never handed out: it is made again and compared, so that nothing passes that only resembles one. */
export const unseal = (cursor: string): readonly Json[] => {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Json;
    return Array.isArray(parts) && seal(parts as Json[]) === cursor ? (parts as Json[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
};

/** Of the query that a walk began with, in whatever order its parameters stand. */
export const fingerprintOf = (query: Iterable<readonly [name: string, value: unknown]>): string => {
  const asked = [...query].filter(([, value]) => value !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, FINGERPRINT);
};

export const refusedCursor = (message: string): Refused =>
  new Refused('invalid', 'invalid_query', 'invalid query parameter cursor', {
    errors: [{ parameter: 'cursor', message }],
  });
