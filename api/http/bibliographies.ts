/** Formatted citations of publications, in parts: of a listing, written while they are sent, and of one publication. */
import PQueue from 'p-queue';
import { Refused } from '../../domain/errors.ts';
import { withRetraction } from '../../domain/publication/cited.ts';
import { groupName, groupOf, inGroupOrder, type Grouping } from '../../formats/bibliography/groups.ts';
import { BIBLIOGRAPHIES, bibliographyIn, type Cited, type Section } from '../../formats/bibliography/index.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { ExportedPublication } from '../../projections/queries/exported.ts';
import { itemPages, itemsAt, rowPages, type Listing } from '../../projections/queries/listing.ts';
import type { Wanted } from './formats.ts';
import { inTurns } from './in-turns.ts';
import type { Citations } from './ports.ts';

export type Styled = Extract<Wanted, { readonly style: string }>;

/** Lists that are formatted at the same time: all together wait for fewer citations than may wait. */
const lists = new PQueue({ concurrency: 4 });

type Writing = { readonly citations: Citations; readonly workspace: string; readonly wanted: Styled };

const written = (
  { citations, workspace, wanted }: Writing,
  publications: readonly ExportedPublication[],
): Promise<readonly Cited[]> =>
  lists.add(async () => {
    const items = publications.map(({ doi, record, isRetracted }) => ({
      ...withRetraction(record, isRetracted),
      ...(doi === null ? {} : { DOI: doi }),
    }));
    const texts = await citations.written(workspace, items, wanted);
    return publications.map(({ doi, record: { title = '' } }, n) => ({ doi, title, citation: texts[n] ?? null }));
  });

const languageOf = ({ style, locale }: Styled): string => locale ?? (/-de$/u.test(style) ? 'de' : 'en');

/** Publications that follow each other, under a heading if it is their first page. */
type Part = { readonly heading: string | null; readonly publications: readonly ExportedPublication[] };

/** Page by page, so that no list holds up another. */
const PAGE_SIZE = 25;

type Source = {
  readonly readModels: ReadModels;
  readonly listing: Listing<ExportedPublication>;
  readonly signal: AbortSignal;
};

type Grouped = { readonly grouping: Grouping; readonly language: string };

/** Of a list of any order, only ids are kept until all groups are known. */
const idsByGroup = async ({ readModels, listing, signal }: Source, grouping: Grouping) => {
  const groups = new Map<string | null, string[]>();
  const rows = { ...listing, fields: ['publicationType', 'publicationYear'] };
  for await (const page of inTurns(rowPages(readModels, rows, signal), signal))
    for (const { id, publicationType, publicationYear } of page) {
      const key = groupOf({ publicationType, publicationYear }, grouping);
      const ids = groups.get(key) ?? [];
      ids.push(id);
      groups.set(key, ids);
    }
  const order = inGroupOrder(grouping);
  return [...groups].sort(([a], [b]) => order(a, b));
};

const groupedParts = async function* (source: Source, { grouping, language }: Grouped): AsyncIterable<Part> {
  const { readModels, listing, signal } = source;
  for (const [key, ids] of await idsByGroup(source, grouping)) {
    const pages = async function* () {
      for (let at = 0; at < ids.length; at += PAGE_SIZE)
        yield await itemsAt(readModels, listing, ids.slice(at, at + PAGE_SIZE));
    };
    let heading: string | null = groupName(key, grouping, language);
    for await (const publications of inTurns(pages(), signal)) {
      if (publications.length > 0) {
        yield { heading, publications };
        heading = null;
      }
    }
  }
};

const partsOf = async function* ({ readModels, listing, signal }: Source): AsyncIterable<Part> {
  for await (const publications of inTurns(itemPages(readModels, listing, signal, PAGE_SIZE), signal))
    yield { heading: null, publications };
};

const fileOf = (writing: Writing, parts: AsyncIterable<Part>): AsyncIterable<string | Uint8Array> => {
  const sections = async function* (): AsyncIterable<Section> {
    for await (const { heading, publications } of parts) yield { heading, cited: await written(writing, publications) };
  };
  const { wanted } = writing;
  return bibliographyIn(BIBLIOGRAPHIES[wanted.bibliography], languageOf(wanted), sections());
};

/** Throws `Refused('invalid')` for a listing of more than `most`. */
export const mustBeCitable = async (
  readModels: ReadModels,
  listing: Listing<ExportedPublication>,
  most: number,
): Promise<void> => {
  const { total } = await readModels.total(listing.collection, listing.where);
  if (total > most)
    throw new Refused(
      'invalid',
      'too_many_citations',
      `at most ${most} publications can be formatted at once, and ${total} match: narrow the filters, or take another format`,
      { parameter: 'format', accepted: `at most ${most} publications`, total },
    );
};

/** A listing, of whatever length. */
export const bibliographyOf = (writing: Writing, source: Source): AsyncIterable<string | Uint8Array> => {
  const { wanted } = writing;
  const { group } = wanted;
  const parts =
    group === null ? partsOf(source) : groupedParts(source, { grouping: group, language: languageOf(wanted) });
  return fileOf(writing, parts);
};

export const bibliographyOfOne = (
  writing: Writing,
  publication: ExportedPublication,
): AsyncIterable<string | Uint8Array> => {
  const part = async function* (): AsyncIterable<Part> {
    yield await Promise.resolve({ heading: null, publications: [publication] });
  };
  return fileOf(writing, part());
};
