/** The two ways a request fails without a bug: the rules refuse it, or a store is unavailable. */
import type { Recorded } from './event.ts';

export type RefusalKind = 'invalid' | 'forbidden' | 'not_found' | 'conflict' | 'stale' | 'unavailable';

/** The domain's only error. `code` is stable, `message` is for people, `details` names the field and what is accepted. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly kind: RefusalKind,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> | null = null,
  ) {
    super(message);
  }
}

/** A store or a provider cannot answer now. Assume that nothing changed unless the port says otherwise. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  /** What is wrong, in words safe to show; null if it cannot be reached. */
  readonly inWords: string | null;

  /** `what` is unavailable: `event store`, `read models`, `state`, or a provider's name. */
  constructor(
    readonly what: string,
    readonly reason: string,
    { inWords = null, ...options }: ErrorOptions & { readonly inWords?: string | null } = {},
  ) {
    super(`${what} unavailable: ${reason}`, options);
    this.inWords = inWords;
  }
}

/** A later release wrote an event that this one cannot read: nothing that follows it may be decided or projected. */
export class LaterRelease extends Unavailable {
  constructor({ type, schemaVersion, position }: Pick<Recorded, 'type' | 'schemaVersion' | 'position'>) {
    const which = `${type}, version ${schemaVersion}, at position ${position}`;
    super('upgrade of this process', `${which} was written by a later release, upgrade this process`);
  }
}

/** Returns what `parse` returns; a refusal it throws names the field. */
export const inField = <T>(field: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.kind, error.code, `${field}: ${error.message}`, { field, ...error.details });
  }
};
