/** Entity tags: `"{hash}"` of a listing, `"{revision}.{hash}"` of one record. */
import { Refused } from '../../domain/errors.ts';
import type { Revision } from '../../domain/event.ts';
import type { Request } from './route.ts';

/** 96 bits: two bodies of one URL will not collide by chance. */
const HASH_LENGTH = 16;

/** `digest`: the base64url digest of the body. */
export const etagOf = (digest: string, revision?: Revision): string => {
  const hash = digest.slice(0, HASH_LENGTH);
  return revision === undefined ? `"${hash}"` : `"${revision}.${hash}"`;
};

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the If-None-Match condition is true: no tag in the header matches, by weak comparison (RFC 9110 §13.1.2). */
export const matchesNone = (header: string | undefined, etag: string): boolean =>
  header === undefined ||
  (header.trim() !== '*' && !header.split(',').some((tag) => withoutWeakness(tag) === withoutWeakness(etag)));

const RECORD_TAG = /^"(\d{1,15})(?:[.-][^"]*)?"$/u;

/** One entity tag (RFC 9110 §8.8.3), or `*`. */
export const IF_MATCH = '^(\\*|(W/)?"[^"]*")$';
const ONE_TAG = new RegExp(IF_MATCH, 'u');

/**
 * The revision that a write expects, as command options; none without If-Match and for `*`. Ignores what a compressing proxy appended.
 * Throws `Refused('stale')` for a tag that no record has, `Refused('invalid')` for several tags or a malformed one.
 */
export const ifMatch = ({ headers }: Pick<Request, 'headers'>): { readonly ifRevision?: Revision } => {
  const tag = (headers['if-match'] ?? '*').trim();
  if (tag === '*') return {};
  if (!ONE_TAG.test(tag))
    throw new Refused('invalid', 'invalid_if_match', 'If-Match takes one entity tag', {
      field: 'If-Match',
      accepted: 'the ETag of the record, or *',
    });
  const revision = RECORD_TAG.exec(withoutWeakness(tag))?.[1];
  if (revision === undefined)
    throw new Refused('stale', 'stale_revision', 'If-Match does not match the current record', { field: 'If-Match' });
  return { ifRevision: Number(revision) };
};

/** The tag of a written record, for the next If-Match. */
export const tagOfRevision = (revision: Revision): string => `"${revision}"`;
