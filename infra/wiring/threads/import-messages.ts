/** What the api's thread and the one that imports say to each other. */
import type { Caller } from '../../../commands/caller.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import type { Imported, ImportRequest } from '../../../workers/ingestion/import-doi.ts';
import type { ImportPreview } from '../../../workers/ingestion/preview-import.ts';
import type { ProviderCall } from '../../providers/http/client.ts';

/** The answer of the importer to each kind of request. */
type Answers = { readonly doi: Imported; readonly preview: ImportPreview };
export type Import = { readonly what: keyof Answers; readonly request: ImportRequest; readonly caller: Caller };

/** `cancel`: its request has ended. */
export type ToImporter = (Import & { readonly id: number }) | { readonly id: number; readonly cancel: true } | 'stop';

/** An error of ours as it crosses: a class does not. */
type Crossing =
  | { readonly refused: Pick<Refused, 'kind' | 'code' | 'message' | 'details'> }
  | { readonly unavailable: Pick<Unavailable, 'what' | 'reason' | 'inWords'> }
  | { readonly failed: string };

export type Answered = { readonly id: number } & (
  | { readonly answer: Answers[keyof Answers] }
  | { readonly error: Crossing }
);

/** `call`: a request to a provider has ended; it is measured by the api, whose counters outlive the thread. */
export type FromImporter = Answered | { readonly call: ProviderCall };

export const crossing = (error: unknown): Crossing => {
  if (error instanceof Refused) {
    const { kind, code, message, details } = error;
    return { refused: { kind, code, message, details } };
  }
  if (error instanceof Unavailable) {
    const { what, reason, inWords } = error;
    return { unavailable: { what, reason, inWords } };
  }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

export const crossed = (error: Crossing): Error => {
  if ('refused' in error) {
    const { kind, code, message, details } = error.refused;
    return new Refused(kind, code, message, details);
  }
  if ('unavailable' in error) {
    const { what, reason, inWords } = error.unavailable;
    return new Unavailable(what, reason, { inWords });
  }
  return new Error(`an import failed: ${error.failed}`);
};
