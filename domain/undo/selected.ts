/** Narrows an undo to some parts of what an event changed. */
import { Refused } from '../errors.ts';
import { shortened } from '../shortened.ts';
import type { Part } from './inverse.ts';

/** JSON Pointers; each selects the part that it names, those inside it, and the one that contains it. */
export type FieldsAsked = readonly string[];

const isWithin = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

const names = (pointer: string, { path }: Part): boolean => isWithin(path, pointer) || isWithin(pointer, path);

/** The requested parts, and those that belong to them: `together`. */
export const selected = (
  parts: readonly Part[],
  fields: FieldsAsked | undefined,
  together: ReadonlySet<string> = new Set(),
): readonly Part[] => {
  if (fields === undefined) return parts;
  const named = parts.filter((part) => fields.some((pointer) => names(pointer, part)));
  // A guard has nothing to undo by itself, so naming one selects the whole.
  if (named.some(({ isGuard }) => isGuard === true)) return parts;
  const isTogether = ({ path }: Part): boolean => together.has(path);
  const isAnyTogether = named.some(isTogether);
  return parts.filter((part) => named.includes(part) || (isAnyTogether && isTogether(part)));
};

/** Throws `Refused('conflict')` for a pointer to something that the event did not change. */
export const mustNameParts = (parts: readonly Part[], fields: FieldsAsked | undefined): void => {
  fields?.forEach((pointer, index) => {
    if (parts.some((part) => names(pointer, part))) return;
    throw new Refused('conflict', 'not_changed', `the event did not change ${shortened(pointer)}`, {
      field: `fields/${index}`,
      accepted: parts.map(({ path }) => path),
    });
  });
};
