/** Unsaved input, kept per user across reloads and sign-ins until they sign out. */
import { forgetValues, keepValue, keptValue } from './storage.ts';

const DRAFTS = 'draft:';

const nameOf = (userId: string, subject: string): string => `${DRAFTS}${userId}:${subject}`;

/** Null if there is no draft. */
export const draftOf = <T>(userId: string, subject: string): T | null =>
  keptValue<{ readonly value: T }>(nameOf(userId, subject))?.value ?? null;

export const keepDraft = (userId: string, subject: string, value: unknown): void =>
  keepValue(nameOf(userId, subject), { value });

export const dropDraft = (userId: string, subject: string): void => keepValue(nameOf(userId, subject), null);

export const dropAllDrafts = (): void => forgetValues(DRAFTS);
