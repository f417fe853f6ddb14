/** Entity tags: `"{hash}"` of a listing, `"{revision}.{hash}"` of one record (decisions §3). */
import { Refused } from '../../domain/errors.ts';
import type { Revision } from '../../domain/event.ts';
import type { Request } from './route.ts';

/** 96 bits: no two bodies of one URL will ever share it by chance. */
const HASH_LENGTH = 16;

/** `digest`: of the body. */
export const etagOf = (digest: string, revision?: Revision): string => {
  const hash = digest.slice(0, HASH_LENGTH);
  return revision === undefined ? `"${hash}"` : `"${revision}.${hash}"`;
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether an If-None-Match header holds the tag, by weak comparison (RFC 9110 §13.1.2). */
export const matchesNone = (header: string | undefined, etag: string): boolean =>
  header === undefined || (header.trim() !== '*' && !header.split(',').some((tag) => opaque(tag) === opaque(etag)));

const OF_A_RECORD = /^"(\d{1,15})(?:[.-][^"]*)?"$/u;

/** One entity tag (RFC 9110 §8.8.3), or any. */
export const IF_MATCH = '^(\\*|(W/)?"[^"]*")$';
const ONE_TAG = new RegExp(IF_MATCH, 'u');

/**
 * The revision that an If-Match header asks for, whatever a compressing proxy appended; undefined for none and for `*`.
 * Throws `Refused('stale')` for a tag that no record has had, and `Refused('invalid')` for several and for what is no tag.
 */
const revisionAsked = (header: string | undefined): Revision | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  if (!ONE_TAG.test(header.trim()))
    throw new Refused('invalid', 'invalid_if_match', 'If-Match takes one entity tag', {
      field: 'If-Match',
      accepted: 'the ETag of the record, or *',
    });
  const revision = OF_A_RECORD.exec(opaque(header))?.[1];
  if (revision === undefined)
    throw new Refused('stale', 'stale_revision', 'it is not what If-Match names', { field: 'If-Match' });
  return Number(revision);
};

/** The revision that the sender of a write has seen, as options of a command. */
export const ifMatch = ({ headers }: Pick<Request, 'headers'>): { readonly ifRevision?: Revision } => {
  const ifRevision = revisionAsked(headers['if-match']);
  return ifRevision === undefined ? {} : { ifRevision };
};

/** The tag of a record that was written: what the next If-Match compares. */
export const tagOfRevision = (revision: Revision): string => `"${revision}"`;
