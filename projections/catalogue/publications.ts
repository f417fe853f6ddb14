/** Publications of a workspace: what its staff and its websites list. */
import type { Position, Revision } from '../../domain/event.ts';
import { driftOf } from '../../domain/publication/drift.ts';
import { keysNamed } from '../../domain/facts/named-works.ts';
import { versionsNamed } from '../../domain/facts/versions.ts';
import type { Relation } from '../../domain/facts/relations.ts';
import { isDoi } from '../../domain/item.ts';
import { SEARCH } from '../../domain/limits.ts';
import { familiesOf } from '../../domain/person-name.ts';
import { AUTHOR, contributorsOf, listedName, rolesOf } from '../../domain/publication/authors.ts';
import {
  authorMatchState,
  isKeptRetracted,
  linkedOrcids,
  openDoubts,
  rejectedOrcids,
} from '../../domain/publication/state.ts';
import type { CslItem } from '../../domain/csl.ts';
import { briefOf, type Brief } from '../../domain/publication/brief.ts';
import { citedPart } from '../../domain/publication/cited.ts';
import { otherTitles } from '../../domain/publication/other-titles.ts';
import { MARKS, searchTerms, withoutMarkup } from '../../domain/search-terms.ts';
import { changeAll, defineFold, sortedBy, versioned } from '../define.ts';
import { rowId, rowIds, subjectOf } from '../ids.ts';
import type { Collection, TermPrefix } from '../ports.ts';
import { columnsOf, formerlyLinkedOf, mergedOf, titleTerms, type PublicationColumns } from '../publication/columns.ts';
import { isPublicChange } from '../publication/public-change.ts';
import {
  PUBLICATION_EVENTS,
  afterEvent,
  type PublicationView,
  type RecordedPublicationEvent,
} from '../publication/view.ts';
import { VERSION } from './version.ts';

export type PublicationRow = Partial<PublicationColumns> & {
  readonly id: string;
  readonly withheld?: true;
  readonly terms?: readonly string[];
  readonly workspace: string;
  /** The DOI, or the key of a work without one. */
  readonly key: string;
  readonly hasDoi: boolean;
  /** Null after a site reset, until it is added again, and while another publication is shown in its place. */
  readonly view: PublicationView | null;
  /** The DOI or key of what is shown in its place; else null. */
  readonly aliasOf: string | null;
  /** The view meanwhile, if there is a publication. */
  readonly replaced: PublicationView | null;
  readonly public: boolean;
  /** The position since which it has been public without a break; null while it is not. */
  readonly publicSince: Position | null;
  /** The latest time in the log when what the public sees of it last changed; null if it never was public. */
  readonly publicChangedAt: number | null;
  /** See `PublicationView`. */
  readonly linkedLater: Readonly<Record<string, Position>>;
  readonly visible: boolean;
  readonly deleted: boolean;
  /** Row ids of the people linked. */
  readonly personKeys: readonly string[];
  /** The lists that name people who are linked, by iD; default: the authors. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Row ids of the people suggested. */
  readonly suggestedKeys: readonly string[];
  /** Row ids of the people who staff have said are not among the contributors. */
  readonly rejectedKeys: readonly string[];
  /** Its relations to other works, as the record states them. */
  readonly relations: readonly Relation[];
  /** Row ids of the works that they name, in this workspace. */
  readonly relatedKeys: readonly string[];
  /** True if it names an earlier or a later version; absent from others, so that the few are found. */
  readonly versioned?: true;
  /** The iDs that were linked but no longer are. */
  readonly formerlyLinked: readonly string[];
  readonly editCount: number;
  readonly lastEditedAt: number | null;
  readonly addedAt: number | null;
  readonly needsAttention: boolean;
  readonly hasSuggestions: boolean;
  /** A link is doubtful, and staff have not settled it. */
  readonly doubtful: boolean;
  /** A provider's value has changed for a field that a person has edited. */
  readonly drifted: boolean;
  readonly retracted: boolean;
  /** Staff have decided to keep it visible all the same. */
  readonly retractionKept: boolean;
  /** ISO 8601. */
  readonly deletedAt: string | null;
  readonly revision: Revision | null;
  /** The data its citation is written from; null if it is too long for one. */
  readonly cited: CslItem | null;
  /** Null without a view. */
  readonly brief: Brief | null;
};

/** What the dashboard sorts by, in each status. Most publications have the usual status, so it is checked row by row. */
const SORTS = [
  'lastFetchedAt',
  'publicationDay',
  'publicationYear',
  'citedByCount',
  'titleKey',
  'lastEditedAt',
  'editCount',
] as const;

/** Works without a DOI are few among many publications. */
const WORK_SORTS = ['addedAt', 'publicationDay', 'publicationYear', 'titleKey'] as const;

export const publications: Collection<PublicationRow> = {
  name: versioned('publications', VERSION),
  indexes: [
    ...sortedBy(SORTS, 'workspace'),
    { equal: ['workspace'], sort: 'addedAt', dir: 'desc' },
    { equal: ['workspace'] },
    { equal: ['workspace', 'deleted'] },
    { equal: ['workspace', 'public'], sort: 'lastFetchedAt' },
    { equal: ['workspace', 'visible'] },
    { equal: ['workspace', 'publicationType'], sort: 'lastFetchedAt' },
    { equal: ['workspace', 'publicationYear'], sort: 'lastFetchedAt' },
    { equal: ['workspace', 'needsAttention'] },
    { equal: ['workspace', 'hasSuggestions'], sort: 'lastFetchedAt', dir: 'desc' },
    { equal: ['workspace', 'doubtful'] },
    { equal: ['workspace', 'drifted'] },
    { equal: ['workspace', 'retracted'] },
    { equal: ['personKeys', 'public'], sort: 'publicSince', dir: 'asc' },
    { equal: ['suggestedKeys'] },
    { equal: ['rejectedKeys'], unsearched: true },
    { equal: ['relatedKeys'], unsearched: true },
    { equal: ['workspace', 'versioned'], unsearched: true, sparse: true },
    { equal: ['key'] },
    { equal: ['workspace', 'aliasOf'], unsearched: true },
    ...sortedBy(WORK_SORTS, 'workspace', 'hasDoi'),
  ],
  arrays: ['personKeys', 'suggestedKeys', 'rejectedKeys', 'relatedKeys', 'licences'],
  shown: [
    'title',
    'publicationDate',
    'formerlyLinked',
    'linkedLater',
    'roles',
    'deletedAt',
    'relations',
    'revision',
    'cited',
    'brief',
    'withheld',
    'publicChangedAt',
    'language',
    'openAccess',
  ],
  search: true,
  searchedWithin: 'workspace',
};

/** Marked, since websites search titles and DOIs unless they ask for others; staff also search contributors and other titles. */
export const authorTerm = (word: string): string => `${MARKS.author}${word}`;
export const containerTerm = (word: string): string => `${MARKS.container}${word}`;
export const funderTerm = (word: string): string => `${MARKS.funder}${word}`;
export const otherTitleTerm = (word: string): string => `${MARKS.otherTitle}${word}`;

/** Matches a word of any title, a DOI or a contributor's name. */
export const anyFieldTerm = (word: string): TermPrefix => [word, authorTerm(word), otherTitleTerm(word)];

/** One word with a given name behind it, as most authors are listed: joined, it is the same. */
const PLAIN_FAMILY = /^[a-z]+, /iu;

/** With the words of a family name also joined: then each author is found by one of `familiesOf` any name that fits. */
export const authorTerms = (authors: CslItem['author'] = []): readonly string[] => {
  const terms = new Set(
    searchTerms(authors.flatMap(({ family, given, literal }) => [family, given, literal]).join(' ')),
  );
  for (const listed of new Set(authors.map(listedName))) {
    if (terms.size >= SEARCH.rowTerms) break;
    if (PLAIN_FAMILY.test(listed)) continue;
    for (const term of searchTerms([...familiesOf(listed)].join(' '))) terms.add(term);
  }
  return [...terms].map(authorTerm);
};

const CONTAINERS = ['container-title', 'container-title-short', 'journalAbbreviation', 'collection-title'] as const;

const containerTerms = (item: CslItem): readonly string[] => {
  const titles = CONTAINERS.map((field) => item[field]).filter((title) => typeof title === 'string');
  return searchTerms(withoutMarkup(titles.join(' '))).map(containerTerm);
};

/** Of their names and ids. */
const funderTerms = ({ funder = [] }: CslItem): readonly string[] =>
  searchTerms(funder.flatMap(({ name, id }) => [name, id ?? '']).join(' ')).map(funderTerm);

/** Of contributors, of journals and books, of funders, and of titles other than the one that websites show. */
const markedTerms = (item: CslItem): readonly string[] => [
  ...authorTerms(contributorsOf(item).map(({ name }) => name)),
  ...containerTerms(item),
  ...funderTerms(item),
  ...searchTerms(withoutMarkup(otherTitles(item).join(' '))).map(otherTitleTerm),
];

type Folded = Pick<
  PublicationRow,
  'id' | 'workspace' | 'key' | 'view' | 'aliasOf' | 'replaced' | 'formerlyLinked' | 'publicChangedAt'
>;

/** Of those whom other lists than the authors name, too or instead. */
const rolesBesideAuthor = (merged: CslItem, { state }: PublicationView): PublicationRow['roles'] =>
  Object.fromEntries([...rolesOf(merged, state)].filter(([, roles]) => roles.length !== 1 || roles[0] !== AUTHOR));

/** The columns that staff, websites and counts query, derived from the view. */
const finish = (folded: Folded): PublicationRow => {
  const { id, workspace, key, view, aliasOf, replaced, formerlyLinked, publicChangedAt } = folded;
  const merged = view === null ? null : mergedOf(view);
  const relations = merged?.relation ?? [];
  const { earlier, later } = versionsNamed(relations);
  const publicSince = view?.publicSince?.position ?? null;
  return {
    id,
    workspace,
    key,
    hasDoi: isDoi(key),
    view,
    aliasOf,
    replaced,
    public: publicSince !== null,
    publicSince,
    publicChangedAt,
    linkedLater: view?.linkedLater ?? {},
    visible: view?.state.visible ?? false,
    deleted: view?.state.status !== 'active',
    personKeys: (view === null ? [] : linkedOrcids(view.state)).map((orcid) => rowId(workspace, orcid)),
    roles: view === null || merged === null ? {} : rolesBesideAuthor(merged, view),
    suggestedKeys: (view?.state.match.suggested ?? []).map(({ orcid }) => rowId(workspace, orcid)),
    rejectedKeys: rowIds(workspace, view === null ? [] : rejectedOrcids(view.state)),
    relations,
    relatedKeys: rowIds(workspace, [...new Set(relations.flatMap(keysNamed))]),
    ...(earlier.length + later.length > 0 && { versioned: true }),
    formerlyLinked: formerlyLinkedOf(view, formerlyLinked),
    editCount: view?.state.editCount ?? 0,
    lastEditedAt: view?.lastEditedAt ?? null,
    addedAt: view?.addedAt ?? null,
    needsAttention: view !== null && authorMatchState(view.state) === 'needs_attention',
    hasSuggestions: view !== null && view.state.match.suggested.length > 0,
    doubtful: view !== null && openDoubts(view.state).length > 0,
    drifted: view !== null && driftOf(view.state).length > 0,
    // That of the columns, if there is a record.
    retracted: false,
    retractionKept: view !== null && isKeptRetracted(view.state),
    deletedAt: view?.deletedAt ?? null,
    revision: view?.revision ?? null,
    cited: merged === null ? null : citedPart(merged),
    brief: view === null || merged === null ? null : briefOf(merged, view.state),
    ...(view === null || merged === null ? {} : columnsOf(view, merged)),
    terms:
      merged === null ? [] : [...new Set([...titleTerms(merged.title), ...markedTerms(merged), ...searchTerms(key)])],
  };
};

const blank = (workspace: string, key: string): PublicationRow =>
  finish({
    ...{ id: rowId(workspace, key), workspace, key },
    ...{ view: null, aliasOf: null, replaced: null, formerlyLinked: [], publicChangedAt: null },
  });

const aliasAfter = (event: RecordedPublicationEvent, before: string | null): string | null => {
  if (event.type === 'PublicationSuperseded') return event.data.by;
  return event.type === 'PublicationSeparated' || event.type === 'PublicationReset' ? null : before;
};

const changed = (
  row: PublicationRow | null,
  event: RecordedPublicationEvent,
  _id: string,
  latest: number,
): PublicationRow | null => {
  const after = afterEvent(row?.view ?? row?.replaced ?? null, event);
  const aliasOf = aliasAfter(event, row?.aliasOf ?? null);
  if (after === null && aliasOf === null && row === null) return null;
  const [view, replaced] = aliasOf === null ? [after, null] : [null, after];
  const [{ workspace }, key] = [event.metadata, subjectOf(event)];
  const before = row ?? blank(workspace, key);
  // A reset clears the links from the view, and so does another publication in its place.
  const { links = {}, unlinked = {} } = (view === null ? before.view?.state : null) ?? {};
  const forgotten = [...Object.keys(links), ...Object.keys(unlinked)];
  return {
    ...before,
    ...{ view, aliasOf, replaced, formerlyLinked: [...before.formerlyLinked, ...forgotten] },
    publicChangedAt: isPublicChange(before.view, view) ? latest : before.publicChangedAt,
  };
};

export const publicationFold = defineFold<PublicationRow>({
  collection: publications,
  ids: (event) => [rowId(event.metadata.workspace, subjectOf(event))],
  when: changeAll(PUBLICATION_EVENTS, changed),
  finish,
  withheld: (row) => ({ ...row, public: false, publicSince: null }),
});
