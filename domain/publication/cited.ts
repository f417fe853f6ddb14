/** The part of a record that a citation shows, which is bounded however large the record is. */
import type { CslItem } from '../csl.ts';
import { FACT_FIELDS } from '../facts/schema.ts';
import { CITATION } from '../limits.ts';

/** Long fields and facts that no citation uses, and the id, which the citing program sets. */
const LEFT_OUT = new Set<string>([
  ...['abstract', 'custom', 'note', 'annote', 'keyword', 'references', 'categories', 'id'],
  ...FACT_FIELDS,
]);
/** APA names twenty and, of more, the first nineteen and the last. */
const NAMED_FIRST = 20;

/** Stands in a citation for its number in a list, in styles that number. */
export const NUMBER_PLACE = '\u{e000}';

const RETRACTED = '[Retracted]';

/** With the notice behind the title, where APA has descriptions (7th ed., 9.21), unless the title says so. */
export const withRetraction = (item: CslItem, isRetracted: boolean): CslItem =>
  !isRetracted || /retract/iu.test(item.title ?? '')
    ? item
    : { ...item, title: `${item.title ?? ''} <span class="nocase">${RETRACTED}</span>`.trim() };

const BEGINNING = new RegExp(`^.{0,${CITATION.nameCharacters}}`, 'su');

const cutName = (name: unknown): unknown =>
  typeof name !== 'object' || name === null
    ? name
    : Object.fromEntries(
        Object.entries(name)
          .filter(([part]) => part !== 'affiliation')
          .map(([part, text]) => [part, typeof text === 'string' ? BEGINNING.exec(text)?.[0] : text]),
      );

const namedIn = (names: readonly unknown[]): readonly unknown[] => {
  const named = names.length <= NAMED_FIRST + 1 ? names : [...names.slice(0, NAMED_FIRST), ...names.slice(-1)];
  return named.map(cutName);
};

/** Null if it is too long for a citation. The cited part of a cited part is itself. */
export const citedPart = (item: CslItem): CslItem | null => {
  const fields = Object.entries(item)
    .filter(([field]) => !LEFT_OUT.has(field))
    .map(([field, value]) => [field, Array.isArray(value) ? namedIn(value) : value] as const);
  const part = Object.fromEntries(fields) as CslItem;
  return JSON.stringify(part).length > CITATION.recordCharacters ? null : part;
};
