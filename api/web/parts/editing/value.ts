import { isVisible } from '../../../../domain/text/visible.ts';

/** Values of a record, as JSON; null if there is none. */
export type Value = null | boolean | number | string | readonly unknown[] | Readonly<Record<string, unknown>>;
export type Fields = Readonly<Record<string, unknown>>;
/** New values by field; null removes one. */
export type Values = Readonly<Record<string, Value>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text, or an empty one for any other value. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text without white space around it; empty if none of it is visible. */
export const visibleText = (text: string): string => (isVisible(text) ? text.trim() : '');
