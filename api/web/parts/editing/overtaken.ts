/** Conditional writes, which notice that the record has changed since it was read. */
import { failureFrom } from '../../client/failure.ts';

/** The record has changed since it was read; `now` is its current state. */
export class Overtaken<Seen> extends Error {
  override readonly name = 'Overtaken';
  readonly now: Seen;

  constructor(now: Seen) {
    super('overtaken');
    this.now = now;
  }
}

/** Sends a conditional write. Rejects with `Overtaken` on one of `statuses`, otherwise with a `Failure`. */
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

/** Retries a write that other changes do not affect, such as hiding, on the newer record. Null once it makes no sense there. */
export const sendWithRetry = async <Seen extends { readonly etag: string }, Answer>(
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
