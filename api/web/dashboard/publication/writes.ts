/** Conditional writes: each sends the ETag it is based on, and reports conflicts. */
import { fieldOf } from '../../../../domain/changes/change.ts';
import { failureFrom, type Failure } from '../../client/failure.ts';
import { api } from '../../client/session.ts';
import { orOvertaken, sendWithRetry } from '../../parts/editing/overtaken.ts';
import type { Sent } from '../../parts/editing/saving.ts';
import type { Operations } from './operations.ts';
import { readPublication, type PublicationData } from './read.ts';

/** A patch that no longer applies is refused as a conflict. */
const OVERTAKEN = [409, 412];

/** The API names the operation that it refused; the page has its field. */
export const withFields = (error: unknown, body: Operations): Failure => {
  const failure = failureFrom(error);
  const { errors } = failure.details;
  if (!Array.isArray(errors)) return failure;
  const named = (errors as readonly { readonly field?: unknown }[]).map((each) => {
    const [index = '', member] = String(each.field).split('/');
    const operation = member === 'value' && /^\d+$/u.test(index) ? body[Number(index)] : undefined;
    return operation === undefined ? each : { ...each, field: fieldOf(operation) };
  });
  return failure.about({ ...failure.details, errors: named });
};

/** Rejects with `Overtaken`, or with a `Failure`. */
export const patch = (id: string, body: Operations, ifMatch: string, cause?: string) =>
  orOvertaken(
    () =>
      api('PATCH /api/publications/{id}', { params: { id }, body, ifMatch, cause }).catch((error: unknown) => {
        throw withFields(error, body);
      }),
    () => readPublication(id),
    OVERTAKEN,
  );

/** A write that other changes do not affect, such as hiding. Null if `isStill` says that it no longer makes sense. */
export const write = (
  seen: PublicationData,
  send: (etag: string) => Promise<Sent>,
  isStill: (now: PublicationData) => boolean,
): Promise<Sent | null> => sendWithRetry(seen, send, () => readPublication(seen.publication.id), isStill, OVERTAKEN);
