/** One change of a record: the value at a path before and after. */
import type { Json } from '../json.ts';

/**
 * `path` is a JSON Pointer (RFC 6901) to the smallest thing that changed: a field (`/title`), a key of an object field
 * (`/custom/source`), or a whole entry of a list (`/author/17`). Changes apply in order, as the operations of a JSON Patch do:
 * an entry without `before` is inserted, one without `after` is removed, and the entries behind it move.
 */
export type Change = {
  readonly path: string;
  /** Absent if it did not exist. */
  readonly before?: Json;
  /** Absent if it was removed. */
  readonly after?: Json;
  /** Bytes of JSON of what was there, in place of `before` where both sides exceed one append. */
  readonly beforeBytes?: number;
};

export type Fields = Readonly<Record<string, Json | undefined>>;

export const pointerTo = (...tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The top-level field that a change is in. */
export const fieldOf = ({ path }: Pick<Change, 'path'>): string => tokensOf(path)[0] ?? '';

export const isWholeField = ({ path }: Pick<Change, 'path'>): boolean => path.lastIndexOf('/') === 0;

export const fieldsTouched = (changes: readonly Pick<Change, 'path'>[]): readonly string[] => [
  ...new Set(changes.map(fieldOf)),
];

/** Whether there was a value before, included or not. */
export const wasThere = ({ before, beforeBytes }: Change): boolean => before !== undefined || beforeBytes !== undefined;
