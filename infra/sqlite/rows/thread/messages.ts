/** What the thread of a writer is asked, and what it answers. */
import type { Writer } from '../writer.ts';

export type Asked = { [K in keyof Writer]: { readonly call: K; readonly given: Parameters<Writer[K]> } }[keyof Writer];

/** Answers come in any order. The first, to nothing that was asked, is that the file is open. */
export const OPENED = 0;

export type Ask = Asked & { readonly n: number };

/** Errors lose their class between threads. `away`: why the store is `Unavailable`. */
export type Answer = { readonly n: number; readonly away?: string; readonly error?: unknown };
