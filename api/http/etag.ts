/** Entity tags: `"{hash}"` of a listing, `"{revision}.{hash}"` of one record (decisions §3). */
import { createHash } from 'node:crypto';
import type { Revision } from '../../domain/event.ts';

/** 96 bits: no two bodies of one URL will ever share it by chance. */
const HASH_LENGTH = 16;

export const etagOf = (body: Buffer | string, revision?: Revision): string => {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH);
  return revision === undefined ? `"${hash}"` : `"${revision}.${hash}"`;
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether an If-None-Match header holds the tag, by weak comparison (RFC 9110 §13.1.2). */
export const matchesNone = (header: string | undefined, etag: string): boolean =>
  header === undefined || (header.trim() !== '*' && !header.split(',').some((tag) => opaque(tag) === opaque(etag)));
