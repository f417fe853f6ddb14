/** Writes that are based on what was read: what happens if it has changed since. */
import { failureFrom } from '../../client/failure.ts';

/** The record has changed since it was read; `now` is its present state. */
export class Overtaken<Seen> extends Error {
  override readonly name = 'Overtaken';
  readonly now: Seen;

  constructor(now: Seen) {
    super('overtaken');
    this.now = now;
  }
}

/** A conditional write. Rejects with `Overtaken`, or with a `Failure`; `statuses` are those that say so. */
export const orOvertaken = async <Seen, Answer>(
  send: () => Promise<Answer>,
  readAgain: () => Promise<Seen>,
  statuses: readonly number[] = [412],
): Promise<Answer> => {
  try {
    return await send();
  } catch (error) {
    if (statuses.includes(failureFrom(error).status)) throw new Overtaken(await readAgain());
    throw error;
  }
};

/** More concurrent writers are not expected. */
const ATTEMPTS = 4;

/**
 * A conditional write that other changes do not affect, such as hiding: sent again for the newer record while `isStill` says
 * that it still makes sense. Null if it no longer does.
 */
export const retried = async <Seen extends { readonly etag: string }, Answer>(
  seen: Seen,
  send: (etag: string) => Promise<Answer>,
  readAgain: () => Promise<Seen>,
  isStill: (now: Seen) => boolean,
  statuses = [412],
): Promise<Answer | null> => {
  let at = seen;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send(at.etag);
    } catch (error) {
      if (!statuses.includes(failureFrom(error).status) || attempt === ATTEMPTS) throw error;
      at = await readAgain();
      if (!isStill(at)) return null;
    }
};
