/** What requests name publications by: a DOI in any form, or the key of a work of the workspace that has none. */
import { parseDoi } from '../../../domain/doi.ts';
import { Refused } from '../../../domain/errors.ts';
import { ID, TEXT } from '../../../domain/limits.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import { rowIds } from '../../../projections/ids.ts';
import type { ReadModels } from '../../../projections/ports.ts';
import { fieldsAt } from '../../../projections/queries/listing.ts';
import { doiInPath } from '../../http/identifiers.ts';

export const PUBLICATION_ID = {
  type: 'string',
  maxLength: TEXT.webAddressCharacters,
  description:
    'A DOI, bare, with `doi:` or as its URL, such as `10.5555/12345678`; or the key of a work without one, such as `isbn.9780306406157`.',
} as const;

type Reading = { readonly readModels: Pick<ReadModels, 'find'> };

const keysAmong = async ({ readModels }: Reading, workspace: string, texts: readonly string[]) => {
  const rows = await fieldsAt(readModels, publications, rowIds(workspace, texts), ['key']);
  return new Set([...rows.values()].map(({ key }) => key));
};

const parsed = (text: string): string | Refused => {
  try {
    return parseDoi(text);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

/** Throws `Refused('invalid')`, naming the place, for what is neither a DOI nor the key of a work. */
export const idsIn = async (
  deps: Reading,
  workspace: string,
  texts: readonly string[],
  field = 'ids',
): Promise<readonly string[]> => {
  const read = texts.map((text) => ({ text, id: parsed(text) }));
  const keys = await keysAmong(
    deps,
    workspace,
    read.flatMap(({ text, id }) => (typeof id === 'string' ? [] : [text])),
  );
  return read.map(({ text, id }, n) => {
    if (typeof id === 'string') return id;
    if (keys.has(text)) return text;
    throw new Refused('invalid', id.code, id.message, { field: `${field}/${n}`, ...id.details });
  });
};

const KEY = /^[a-z0-9][^\s~]*$/u;

/** As a filter: it need not name anything. Throws `Refused('invalid')` for what can be neither a DOI nor a key. */
export const idAsked = (text: string): string => {
  const id = parsed(text);
  if (typeof id === 'string') return id;
  if (text.length > ID.key || !KEY.test(text)) throw id;
  return text;
};

const BASE = '/api/publications/';

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
};

/** In a part of a path, percent-encoded or with literal slashes. Throws `Refused('invalid')`, naming the parameter. */
export const idInPart = async (deps: Reading, workspace: string, part: string): Promise<string> => {
  try {
    return doiInPath(part);
  } catch (error) {
    const key = error instanceof Refused ? decoded(part) : null;
    if (key === null || !(await keysAmong(deps, workspace, [key])).has(key)) throw error;
    return key;
  }
};

type InPath = { readonly rawPath: string; readonly caller: { readonly workspace: string } };

/** In a path under `/api/publications/`, which may be followed by a suffix. */
export const idInPath = (deps: Reading, { rawPath, caller }: InPath, suffix = ''): Promise<string> =>
  idInPart(deps, caller.workspace, rawPath.slice(BASE.length, rawPath.length - suffix.length));
