/** Conditional writes: each sends the ETag it is based on, and reports conflicts. */
import type { Answered } from '../../client/api.ts';
import { api } from '../../client/session.ts';
import { orOvertaken, sendWithRetry } from '../../parts/editing/overtaken.ts';
import type { Sent } from '../../parts/editing/saving.ts';
import type { Operations } from './operations.ts';
import { readPublication, type PublicationData } from './read.ts';

/** A patch that no longer applies is refused as a conflict. */
const OVERTAKEN = [409, 412];

/** Rejects with `Overtaken`, or with a `Failure`. */
export const patch = (
  doi: string,
  body: Operations,
  ifMatch: string,
): Promise<Answered<'PATCH /api/publications/{id}'>> =>
  orOvertaken(
    () => api('PATCH /api/publications/{id}', { params: { id: doi }, body, ifMatch }),
    () => readPublication(doi),
    OVERTAKEN,
  );

/** A write that other changes do not affect, such as hiding. Null if `isStill` says that it no longer makes sense. */
export const write = (
  seen: PublicationData,
  send: (etag: string) => Promise<Sent>,
  isStill: (now: PublicationData) => boolean,
): Promise<Sent | null> => sendWithRetry(seen, send, () => readPublication(seen.publication.id), isStill, OVERTAKEN);
