/** The thread that reads one list of references. */
import { parentPort, workerData } from 'node:worker_threads';
import { Refused } from '../../domain/errors.ts';
import type { ReferenceFormat, ReferenceList } from '../../domain/reference-import/entry.ts';
import { readReferences } from './read.ts';

export type ToRead = { readonly bytes: Uint8Array; readonly format: ReferenceFormat | null };

/** Structured cloning drops an error's class. */
export type Answer =
  | { readonly list: ReferenceList }
  | { readonly refused: Pick<Refused, 'kind' | 'code' | 'message' | 'details'> };

const answer = ({ bytes, format }: ToRead): Answer => {
  try {
    return { list: readReferences(bytes, format) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { kind, code, message, details } = error;
    return { refused: { kind, code, message, details } };
  }
};

parentPort?.postMessage(answer(workerData as ToRead));
