/** The part of a record that a citation shows, which is bounded, and the key under which the citation is kept. */
import { createHash } from 'node:crypto';
import type { CslItem } from '../../domain/csl.ts';

/** Long, and in no citation. The id is the writer's own. */
const LEFT_OUT = new Set(['abstract', 'custom', 'note', 'annote', 'keyword', 'references', 'categories', 'id']);
/** APA names twenty and, of more, the first nineteen and the last. */
const NAMED_FIRST = 20;
const MOST_CHARACTERS = 64 * 1024;

const namedIn = (names: readonly unknown[]): readonly unknown[] =>
  names.length <= NAMED_FIRST + 1 ? names : [...names.slice(0, NAMED_FIRST), ...names.slice(-1)];

/** Null for what is too long for a citation. */
export const citedPart = (item: CslItem): CslItem | null => {
  const fields = Object.entries(item)
    .filter(([field]) => !LEFT_OUT.has(field))
    .map(([field, value]) => [field, Array.isArray(value) ? namedIn(value) : value] as const);
  const part = Object.fromEntries(fields) as CslItem;
  return JSON.stringify(part).length > MOST_CHARACTERS ? null : part;
};

/** Says all that the citation depends on: no other workspace's record, and none of another revision, has the same. */
export const keyOf = (workspace: string, locale: string, part: CslItem): string =>
  `${workspace} ${locale} ${createHash('sha256').update(JSON.stringify(part)).digest('base64')}`;
