/** `include` of listings of publications: what each row shows besides its documented fields. */
import { boundedCache } from '../../commands/bounded-cache.ts';
import { groupedBy } from '../../domain/grouped.ts';
import { CITATION, ID, ROW_PARTS } from '../../domain/limits.ts';
import { keysOf } from '../../domain/own.ts';
import type { PublicItemRow } from '../../projections/catalogue/public-items.ts';
import type { PublicationRow } from '../../projections/catalogue/publications.ts';
import type { Fields, ReadModels, Stored } from '../../projections/ports.ts';
import {
  citedIn,
  describing,
  describingServed,
  PARTS,
  type Described,
  type Including,
} from '../../projections/queries/included.ts';
import { listed, type Listing, type Rows } from '../../projections/queries/listing.ts';
import { styleOf } from './formats.ts';
import { partsListed } from './identifiers.ts';
import { LOCALE } from './locale.ts';
import type { Citations } from './ports.ts';
import { BOOLEAN, MAY_HAVE_MARKUP, object, orNull, STRING } from './schemas.ts';

const LIST_CHARACTERS = 200;

export const INCLUDE = {
  include: {
    type: 'string',
    format: 'part-list',
    minLength: 1,
    maxLength: LIST_CHARACTERS,
    examples: ['authors,citation'],
    description: `Extension. What each row shows in addition: a comma-separated list of ${PARTS.map((part) => `\`${part}\``).join(', ')}. Not with \`format\`.`,
  },
  style: {
    type: 'string',
    minLength: 1,
    maxLength: ID.given,
    description: 'Extension. The style of `citation`; default `apa`. An unknown one is a 400 that lists the styles.',
  },
  locale: {
    ...LOCALE.locale,
    description: `Extension. Of \`citation\` and of the names of \`people\`. ${LOCALE.locale.description}`,
  },
} as const;

const OF_INSTITUTE = {
  ...orNull('string'),
  description: 'Null for anyone else than a person linked to the publication.',
};

/** Properties of rows, each present only if it is included. */
export const INCLUDED = {
  authors: {
    type: 'array',
    items: object({
      name: { ...STRING, description: 'In the order in which it is spoken or written, such as `Josiah Carberry`.' },
      family: { ...orNull('string'), description: 'With its particles. Null for an organisation.' },
      given: orNull('string'),
      orcid: { ...OF_INSTITUTE, examples: ['0000-0002-1825-0097'] },
      slug: OF_INSTITUTE,
    }),
    description: `With \`include=authors\`: the first ${ROW_PARTS.authors}. Those who are linked people have their \`orcid\` and \`slug\`.`,
  },
  authors_total: {
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'With `include=authors`: how many the record has. Null if its provider cut the list off and does not say.',
  },
  container: {
    type: ['object', 'null'],
    required: ['title', 'volume', 'issue', 'page'],
    additionalProperties: false,
    properties: {
      title: { ...orNull('string'), description: MAY_HAVE_MARKUP },
      volume: orNull('string'),
      issue: orNull('string'),
      page: orNull('string'),
    },
    description: 'With `include=container`: the journal or book, and where in it.',
    examples: [{ title: 'Journal of Psychoceramics', volume: '5', issue: '11', page: '1-3' }],
  },
  is_retracted: { ...BOOLEAN, description: 'With `include=is_retracted`.' },
  open_access: {
    type: ['object', 'null'],
    required: ['status', 'url'],
    additionalProperties: false,
    properties: { status: STRING, url: orNull('string') },
    description:
      'With `include=open_access`: as OpenAlex says, such as `gold`, and where to read it; null if it says nothing.',
    examples: [{ status: 'gold', url: 'https://doi.org/10.5555/12345678' }],
  },
  citation: {
    ...orNull('string'),
    description: `With \`include=citation\`: null if the record cannot be cited, or not within ${CITATION.waitMs / 1_000} seconds: a later request may have it. ${MAY_HAVE_MARKUP}`,
    examples: ['Carberry, J. (2021). Toward a Unified Theory. <i>Journal of Psychoceramics</i>, <i>5</i>(11), 1–3.'],
  },
  people: {
    type: 'array',
    items: object({ orcid: STRING, name: { ...orNull('string'), description: 'In `locale`.' }, slug: STRING }),
    description: `With \`include=people\`: the people linked to it; at most ${ROW_PARTS.people}.`,
  },
} as const;

export const INCLUDED_NAMES = keysOf(INCLUDED);

/** What a request sends of it. */
export type Asked = { readonly include?: string; readonly style?: string; readonly locale: string };

type Cited<Item> = Described<Item>['item'] & { readonly citation?: string | null };

type Style = Parameters<Citations['cite']>[2];

/** About 10,000 citations. */
const KEPT_BYTES = 12 * 1024 * 1024;

/**
 * Citations by row, position, style and locale, on which they depend: reading and comparing what they are written from takes as long as
 * the rest of a listing.
 */
const keptFrom = new WeakMap<ReadModels, ReturnType<typeof boundedCache<string>>>();

const keptFor = (readModels: ReadModels) => {
  const known =
    keptFrom.get(readModels) ??
    boundedCache<string>({ key: 'workspace', maxBytes: KEPT_BYTES, sizeOf: (citation) => citation.length * 2 });
  keptFrom.set(readModels, known);
  return known;
};

type Origins = readonly Pick<Described<unknown>, 'workspace' | 'id' | 'position'>[];

/** By row id. */
const citationsOf = async (
  readModels: ReadModels,
  citations: Citations,
  rows: Origins,
  as: Style,
): Promise<ReadonlyMap<string, string | null>> => {
  const kept = keptFor(readModels);
  const keyOf = ({ id, position }: Origins[number]): string => `${id} ${position} ${as.style} ${as.locale}`;
  const written = new Map(rows.map((row) => [row.id, kept.get(keyOf(row)) ?? null]));
  const others = rows.filter(({ id }) => written.get(id) === null);
  const cited = await citedIn(
    readModels,
    others.map(({ id }) => id),
  );
  const write = async (workspace: string, of: Origins): Promise<void> => {
    const texts = await citations.cite(
      workspace,
      of.map(({ id }) => cited.get(id) ?? null),
      as,
    );
    of.forEach((row, n) => {
      const text = texts[n] ?? null;
      written.set(row.id, text);
      if (text !== null) kept.set(keyOf(row), text);
    });
  };
  await Promise.all(
    [...groupedBy(others, ({ workspace }) => workspace)].map(([workspace, of]) => write(workspace, of)),
  );
  return written;
};

/** A listing with what the request includes; as it is without. Throws `Refused('invalid')` for an unknown style. */
const withIncluded = <Item>(
  { include, style: asked, locale }: Asked,
  citations: Citations,
  plain: Listing<Item>,
  describing: (including: Including) => Listing<Described<Item>>,
): Listing<Item | Cited<Item>> => {
  if (include === undefined) return plain;
  const parts = partsListed(include);
  const style = parts.has('citation') ? styleOf(citations, asked) : null;
  const listing = describing({ parts, locale });
  return listed(listing, async (rows, readModels) => {
    const found = await listing.items(rows, readModels);
    if (style === null) return found.map((each) => each && each.item);
    const shown = found.filter((each) => each !== null);
    const written = await citationsOf(readModels, citations, shown, { style, locale });
    return found.map((each) => each && { ...each.item, citation: written.get(each.id) ?? null });
  });
};

type OfWorkspace<Item, F extends Fields<PublicationRow>> = {
  readonly rows: Rows<PublicationRow, F>;
  readonly itemOf: (row: Stored<PublicationRow, F>) => Item;
  readonly workspace: string;
};

/** Rows of a workspace, with what the request includes. */
export const listedWith = <Item, F extends Fields<PublicationRow>>(
  asked: Asked,
  citations: Citations,
  { rows, itemOf, workspace }: OfWorkspace<Item, F>,
) =>
  withIncluded(
    asked,
    citations,
    listed(rows, (found) => found.map((row) => itemOf(row))),
    (including) => describing(rows, itemOf, { ...including, workspace }),
  );

/** Rows across workspaces, with what the request includes. */
export const servedWith = <Item, F extends Fields<PublicItemRow>>(
  asked: Asked,
  citations: Citations,
  listing: Listing<Item, PublicItemRow, F>,
) => withIncluded(asked, citations, listing, (including) => describingServed(listing, including));
