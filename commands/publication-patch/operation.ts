/** One operation of a JSON Patch (RFC 6902), as it was sent. */
import { fieldOf } from '../../domain/changes/change.ts';
import type { Json } from '../../domain/json.ts';

export type Operation = {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
};

/** A JSON Pointer into a document, in which `~` only occurs in escapes (RFC 6901 §3). */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/u;

/** The field that a JSON Pointer (RFC 6901) is about, unescaped; null for the whole document or what is no pointer. */
export const fieldIn = (pointer: string): string | null => (POINTER.test(pointer) ? fieldOf({ path: pointer }) : null);
