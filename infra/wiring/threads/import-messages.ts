/** Messages between the api's thread and the import thread. */
import type { Caller } from '../../../commands/caller.ts';
import { Refused, Unavailable } from '../../../domain/errors.ts';
import type { Imported, ImportRequest } from '../../../workers/ingestion/import-doi.ts';
import type { ImportPreview } from '../../../workers/ingestion/preview-import.ts';
import type { ProviderCall } from '../../providers/http/client.ts';
import { decodeRefusal, encodeRefusal, type SentRefusal } from '../../sent-refusal.ts';

/** The import thread's answer to each kind of request. */
type Answers = { readonly doi: Imported; readonly preview: ImportPreview };
export type Import = { readonly what: keyof Answers; readonly request: ImportRequest; readonly caller: Caller };

/** `cancel`: the HTTP request has ended. */
export type ToImporter = (Import & { readonly id: number }) | { readonly id: number; readonly cancel: true } | 'stop';

/** Errors are sent as data, like refusals. */
type SentError =
  | { readonly refused: SentRefusal }
  | { readonly unavailable: Pick<Unavailable, 'what' | 'reason' | 'inWords'> }
  | { readonly failed: string };

export type Answered = { readonly id: number } & (
  | { readonly answer: Answers[keyof Answers] }
  | { readonly error: SentError }
);

/** `call`: a request to a provider has ended. The api counts it, since its counters outlive the thread. */
export type FromImporter = Answered | { readonly call: ProviderCall };

export const encodeError = (error: unknown): SentError => {
  if (error instanceof Refused) return { refused: encodeRefusal(error) };
  if (error instanceof Unavailable) {
    const { what, reason, inWords } = error;
    return { unavailable: { what, reason, inWords } };
  }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

export const decodeError = (error: SentError): Error => {
  if ('refused' in error) return decodeRefusal(error.refused);
  if ('unavailable' in error) {
    const { what, reason, inWords } = error.unavailable;
    return new Unavailable(what, reason, { inWords });
  }
  return new Error(`an import failed: ${error.failed}`);
};
