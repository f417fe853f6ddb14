/** Formatted citations of publications: a listing of bounded length, and one publication. */
import PQueue from 'p-queue';
import type { CslItem } from '../../domain/csl.ts';
import { Refused } from '../../domain/errors.ts';
import { groupedBy } from '../../domain/grouped.ts';
import { CITATION } from '../../domain/limits.ts';
import { citedPart, withRetraction } from '../../domain/publication/cited.ts';
import { groupName, groupOf, inGroupOrder, type Grouping } from '../../formats/bibliography/groups.ts';
import { BIBLIOGRAPHIES, bibliographyIn, type Cited, type Section } from '../../formats/bibliography/index.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { ExportedPublication } from '../../projections/queries/exported.ts';
import type { Listing } from '../../projections/queries/listing.ts';
import type { Wanted } from './formats.ts';
import type { Citations } from './ports.ts';

export type Styled = Extract<Wanted, { readonly style: string }>;

/** Lists that are formatted at the same time: all together wait for fewer citations than may wait. */
const lists = new PQueue({ concurrency: 4 });

type ToCite = {
  readonly doi: string | null;
  readonly title: string;
  readonly item: CslItem | null;
  readonly record: Pick<CslItem, 'type' | 'issued'>;
};

/** Without what no citation shows, which may be large. */
const toCite = ({ doi, record, isRetracted }: ExportedPublication): ToCite => {
  const { type, issued, title = '' } = record;
  const item = citedPart({ ...withRetraction(record, isRetracted), ...(doi === null ? {} : { DOI: doi }) });
  return { doi, title, item, record: { type, ...(issued === undefined ? {} : { issued }) } };
};

type Writing = { readonly citations: Citations; readonly workspace: string; readonly wanted: Styled };

const written = (
  { citations, workspace, wanted }: Writing,
  publications: readonly ToCite[],
): Promise<readonly Cited[]> =>
  lists.add(async () => {
    const items = publications.flatMap(({ item }) => (item === null ? [] : [item]));
    const texts = (await citations.written(workspace, items, wanted)).values();
    return publications.map(({ doi, title, item }) => ({
      doi,
      title,
      citation: item === null ? null : (texts.next().value ?? null),
    }));
  });

const languageOf = ({ style, locale }: Styled): string => locale ?? (/-de$/u.test(style) ? 'de' : 'en');

/** Page by page, so that no list holds up another. */
const PAGE_SIZE = 25;

const grouped = async function* (
  writing: Writing,
  publications: AsyncIterable<readonly ToCite[]>,
  grouping: Grouping,
): AsyncIterable<Section> {
  const all: ToCite[] = [];
  for await (const page of publications) all.push(...page);
  const groups = groupedBy(all, ({ record }) => groupOf(record, grouping));
  const order = inGroupOrder(grouping);
  for (const [key, group] of [...groups].sort(([a], [b]) => order(a, b)))
    for (let at = 0; at < group.length; at += PAGE_SIZE)
      yield {
        heading: at === 0 ? groupName(key, grouping, languageOf(writing.wanted)) : null,
        cited: await written(writing, group.slice(at, at + PAGE_SIZE)),
      };
};

const sectionsOf = async function* (
  writing: Writing,
  pages: AsyncIterable<readonly ExportedPublication[]>,
): AsyncIterable<Section> {
  const publications = async function* (): AsyncIterable<readonly ToCite[]> {
    for await (const page of pages) yield page.map(toCite);
  };
  const { group } = writing.wanted;
  if (group !== null) yield* grouped(writing, publications(), group);
  else for await (const page of publications()) yield { heading: null, cited: await written(writing, page) };
};

/** Throws `Refused('invalid')` for a listing that is too long. */
export const mustBeCitable = async (readModels: ReadModels, listing: Listing<ExportedPublication>): Promise<void> => {
  const { total } = await readModels.total(listing.collection, listing.where);
  if (total > CITATION.listed)
    throw new Refused(
      'invalid',
      'too_many_citations',
      `at most ${CITATION.listed} publications can be formatted at once, and ${total} match: narrow the filters, or take another format`,
      { parameter: 'format', accepted: `at most ${CITATION.listed} publications`, total },
    );
};

export const bibliographyOf = (
  writing: Writing,
  pages: AsyncIterable<readonly ExportedPublication[]>,
): AsyncIterable<string | Uint8Array> => {
  const { wanted } = writing;
  return bibliographyIn(BIBLIOGRAPHIES[wanted.bibliography], languageOf(wanted), sectionsOf(writing, pages));
};
