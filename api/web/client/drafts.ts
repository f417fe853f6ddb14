/** Unsaved input, kept per user across reloads and sign-ins until they sign out. */
import { forgetValues, keepValue, keptValue } from './storage.ts';

const DRAFTS = 'draft:';

type Kept<T> = { readonly value: T; readonly at: number };

const nameOf = (userId: string, subject: string): string => `${DRAFTS}${userId}:${subject}`;

/** Null if there is no draft. */
export const draftOf = <T>(userId: string, subject: string): Kept<T> | null =>
  keptValue<Kept<T>>(nameOf(userId, subject));

export const keepDraft = (userId: string, subject: string, value: unknown): void =>
  keepValue(nameOf(userId, subject), { value, at: Date.now() });

export const dropDraft = (userId: string, subject: string): void => keepValue(nameOf(userId, subject), null);

export const dropAllDrafts = (): void => forgetValues(DRAFTS);
