/** BibTeX and BibLaTeX as a reference manager reads them: with the parser of Better BibTeX for Zotero. */
import assert from 'node:assert/strict';
import { parse } from '@retorquere/bibtex-parser';

export type ReadEntry = {
  readonly type: string;
  readonly key: string;
  readonly field: (name: string) => string | null;
  readonly names: (field: 'author' | 'editor') => readonly string[];
};

type ReadName = { readonly [Part in 'lastName' | 'firstName' | 'prefix' | 'suffix' | 'name']?: string };

const nameOf = ({ name, prefix, lastName, suffix, firstName }: ReadName): string =>
  name ?? [[prefix, lastName].filter(Boolean).join(' '), suffix, firstName].filter(Boolean).join(', ');

/** The entries of a file, which must have no error. */
export const readBibtex = (text: string): readonly ReadEntry[] => {
  const { errors, entries } = parse(text, { sentenceCase: false });
  assert.deepEqual(errors, []);
  return entries.map(({ type, key, fields }) => {
    const all: Readonly<Record<string, unknown>> = fields;
    return {
      type,
      key,
      field: (name) => {
        const value = all[name];
        return value === undefined ? null : [value].flat().map(String).join(' and ');
      },
      names: (field) => ((all[field] ?? []) as readonly ReadName[]).map(nameOf),
    };
  });
};
