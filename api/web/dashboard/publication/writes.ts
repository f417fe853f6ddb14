/** Conditional writes: each sends the ETag it is based on, and reports conflicts. */
import type { Answered } from '../../client/api.ts';
import { failureFrom } from '../../client/failure.ts';
import { language } from '../../client/i18n.ts';
import { api } from '../../client/session.ts';
import type { Operations } from './operations.ts';
import { readPublication, type PublicationData } from './read.ts';

/** The record has changed since it was read; `now` is its present state. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
  readonly now: PublicationData;

  constructor(now: PublicationData) {
    super('overtaken');
    this.now = now;
  }
}

export const readAgain = (doi: string): Promise<PublicationData> =>
  readPublication(api, { doi, locale: language.value });

const isOvertaken = (error: unknown): boolean => [409, 412].includes(failureFrom(error).status);

/** Rejects with `Overtaken`, or with a `Failure`. */
export const patch = async (
  doi: string,
  body: Operations,
  ifMatch: string,
): Promise<Answered<'PATCH /api/publications/{id}'>> => {
  try {
    return await api('PATCH /api/publications/{id}', { params: { id: doi }, body, ifMatch });
  } catch (error) {
    if (isOvertaken(error)) throw new Overtaken(await readAgain(doi));
    throw error;
  }
};

/** More concurrent writers are not expected. */
const ATTEMPTS = 4;

/**
 * A write that other changes do not affect, such as hiding: retried on the newer record while `isStill` says that it still
 * makes sense.
 */
export const write = async (
  seen: PublicationData,
  send: (etag: string) => Promise<unknown>,
  isStill: (now: PublicationData) => boolean,
): Promise<void> => {
  let at = seen;
  for (let attempt = 1; ; attempt += 1)
    try {
      await send(at.etag);
      return;
    } catch (error) {
      if (!isOvertaken(error) || attempt === ATTEMPTS) throw error;
      at = await readAgain(at.publication.id);
      if (!isStill(at)) return;
    }
};
