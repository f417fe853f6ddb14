/** The thread that reads one list of references. */
import { parentPort, workerData } from 'node:worker_threads';
import { Refused } from '../../domain/errors.ts';
import type { ReferenceFormat, ReferenceList } from '../../domain/reference-import/entry.ts';
import { encodeRefusal, type SentRefusal } from '../sent-refusal.ts';
import { readReferences } from './read.ts';

export type ToRead = { readonly bytes: Uint8Array; readonly format: ReferenceFormat | null };

export type Answer = { readonly list: ReferenceList } | { readonly refused: SentRefusal };

const answer = ({ bytes, format }: ToRead): Answer => {
  try {
    return { list: readReferences(bytes, format) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: encodeRefusal(error) };
  }
};

parentPort?.postMessage(answer(workerData as ToRead));
