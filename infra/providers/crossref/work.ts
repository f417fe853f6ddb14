/** A Crossref work as a CSL item. What changes without the work changing (scores, counts, time stamps) is left out. */
import type { CslItem } from '../../../domain/csl.ts';
import type { RetractionNotice } from '../../../domain/publication/events.ts';
import { authorFields, dateOf, doiOrNull, nameOf, orcidOrNull, present, textOf, type Named } from '../csl/parts.ts';
import { plainText, richText } from '../csl/text.ts';
import { typeFromCrossref } from '../csl/types.ts';

type CrossrefName = {
  readonly given?: string;
  readonly family?: string;
  readonly name?: string;
  readonly ORCID?: string;
};
type CrossrefUpdate = { readonly DOI?: string; readonly type?: string };
export type CrossrefWork = {
  readonly DOI: string;
  readonly type?: string;
  readonly title?: readonly string[];
  readonly subtitle?: readonly string[];
  readonly author?: readonly CrossrefName[];
  readonly editor?: readonly CrossrefName[];
  readonly abstract?: string;
  readonly 'update-to'?: readonly CrossrefUpdate[];
  readonly 'updated-by'?: readonly CrossrefUpdate[];
  readonly [field: string]: unknown;
};

const NAMES = { type: 'array', items: { type: 'object' } };
export const CROSSREF_ANSWER = {
  type: 'object',
  required: ['message'],
  properties: {
    message: {
      type: 'object',
      required: ['DOI'],
      properties: {
        DOI: { type: 'string' },
        title: { type: 'array' },
        author: NAMES,
        editor: NAMES,
        abstract: { type: 'string' },
        'update-to': NAMES,
        'updated-by': NAMES,
      },
    },
  },
};

const RETRACTING = new Set(['retraction', 'withdrawal', 'removal', 'partial_retraction']);

const named = (people: readonly CrossrefName[] = []): readonly Named[] =>
  people.flatMap(({ given, family, name, ORCID }) => {
    const csl = nameOf(given, family, name);
    return csl === null ? [] : [{ name: csl, orcid: orcidOrNull(ORCID) }];
  });

const titleOf = ({ title, subtitle }: CrossrefWork): string | undefined => {
  const parts = [title?.[0], subtitle?.[0]].flatMap((part) =>
    typeof part === 'string' ? (richText(part) === '' ? [] : [richText(part)]) : [],
  );
  const [main, sub] = parts;
  // Some publishers repeat the subtitle in the title.
  return main !== undefined && sub !== undefined && !main.includes(sub) ? `${main}: ${sub}` : main;
};

const issuedOf = (work: CrossrefWork): unknown =>
  ['issued', 'published', 'published-print', 'published-online']
    .map((field) => dateOf((work[field] as { 'date-parts'?: unknown[] } | undefined)?.['date-parts']?.[0]))
    .find((date) => date !== undefined);

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export const cslFromCrossref = (work: CrossrefWork): CslItem => {
  const { author, authorOrcids } = authorFields(named(work.author));
  const editors = named(work.editor).map(({ name }) => name);
  const isbns = strings(work['ISBN']);
  const issns = strings(work['ISSN']);
  const custom = present({ author_orcids: authorOrcids.some((orcid) => orcid !== null) ? authorOrcids : undefined });
  return present({
    type: typeFromCrossref(work.type),
    title: titleOf(work),
    author,
    editor: editors.length === 0 ? undefined : editors,
    issued: issuedOf(work),
    'container-title': textOf(work['container-title']),
    'container-title-short': textOf(work['short-container-title']),
    publisher: textOf(work['publisher']),
    'publisher-place': textOf(work['publisher-location']),
    volume: textOf(work['volume']),
    issue: textOf(work['issue']),
    page: textOf(work['page']),
    number: textOf(work['article-number']),
    genre: work.type === 'posted-content' ? textOf(work['subtype']) : undefined,
    language: textOf(work['language']),
    ISBN: isbns.length === 0 ? undefined : isbns.join(' '),
    ISSN: issns.length === 0 ? undefined : issns.join(' '),
    DOI: doiOrNull(work.DOI),
    URL: textOf((work['resource'] as { primary?: { URL?: unknown } } | undefined)?.primary?.URL),
    abstract: work.abstract === undefined ? undefined : plainText(work.abstract),
    custom: Object.keys(custom).length === 0 ? undefined : custom,
  }) as CslItem;
};

/** Works that this one retracts, by its own word. */
export const retractedBy = (
  work: CrossrefWork,
): readonly { readonly doi: string; readonly notice: RetractionNotice }[] => {
  const by = doiOrNull(work.DOI);
  if (by === null) return [];
  return (work['update-to'] ?? []).flatMap(({ DOI, type = '' }) => {
    const doi = doiOrNull(DOI);
    return doi === null || doi === by || !RETRACTING.has(type)
      ? []
      : [{ doi, notice: { by, kind: type, provider: 'crossref' as const } }];
  });
};

/** Notices about this work, where Crossref names them on it. */
export const noticesOn = (work: CrossrefWork): readonly RetractionNotice[] =>
  (work['updated-by'] ?? []).flatMap(({ DOI, type = '' }) => {
    const by = doiOrNull(DOI);
    return by === null || !RETRACTING.has(type) ? [] : [{ by, kind: type, provider: 'crossref' as const }];
  });
