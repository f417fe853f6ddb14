/** Top-level row fields that every listing of publications shows, filters and sorts by. */
import { licencesOf } from '../../domain/facts/licence-name.ts';
import { languageOf } from '../../domain/language.ts';
import { openAccessOf } from '../../domain/publication/open-access.ts';
import { isRetracted } from '../../domain/publication/state.ts';
import { merge } from '../../domain/record/overlay.ts';
import { firstDayOf, partialDateOf, yearOf } from '../../domain/partial-date.ts';
import { searchTerms, sortKey, withoutMarkup } from '../../domain/search-terms.ts';
import type { CslItem } from '../../domain/csl.ts';
import type { PublicationView } from './view.ts';

export type PublicationColumns = {
  readonly title: string | null;
  readonly titleKey: string | null;
  readonly publicationDate: string | null;
  /** The first day of `publicationDate`, for sorting. */
  readonly publicationDay: string | null;
  readonly publicationYear: number | null;
  readonly publicationType: string | null;
  readonly citedByCount: number | null;
  readonly lastFetchedAt: number;
  /** Of BCP 47, without script and region. */
  readonly language: string | null;
  readonly openAccess: string | null;
  readonly licences: readonly string[];
  readonly retracted: boolean;
};

export const COLUMNS = Object.keys({
  title: true,
  titleKey: true,
  publicationDate: true,
  publicationDay: true,
  publicationYear: true,
  publicationType: true,
  citedByCount: true,
  lastFetchedAt: true,
  language: true,
  openAccess: true,
  licences: true,
  retracted: true,
} satisfies Record<keyof PublicationColumns, true>) as readonly (keyof PublicationColumns)[];

export const mergedOf = ({ state }: PublicationView): CslItem => merge(state);

export const titleTerms = (title?: string | null): readonly string[] => searchTerms(withoutMarkup(title ?? ''));

/** Earlier releases recorded some titles that are empty. */
export const titleColumns = ({ title = '' }: CslItem) =>
  title === '' ? { title: null, titleKey: null } : { title, titleKey: sortKey(title) };

const dateColumns = ({ issued }: CslItem) => {
  const date = partialDateOf(issued);
  return {
    publicationDate: date,
    publicationDay: date === null ? null : firstDayOf(date),
    publicationYear: date === null ? null : yearOf(date),
  };
};

/** `merged`: passed by callers that have it already. */
export const columnsOf = (view: PublicationView, merged: CslItem = mergedOf(view)): PublicationColumns => {
  return {
    ...titleColumns(merged),
    ...dateColumns(merged),
    publicationType: merged.type,
    citedByCount: view.state.citedByCount,
    // Of a work that staff have created, when that was.
    lastFetchedAt: view.state.source === null ? view.addedAt : view.state.fetchedAt,
    language: merged.language === undefined ? null : languageOf(merged.language),
    openAccess: openAccessOf(merged, view.state),
    licences: licencesOf(merged),
    retracted: isRetracted(view.state),
  };
};

/** iDs that were linked once (`before`: also before a reset) but are not now: their counts may still include the publication. */
export const formerlyLinkedOf = (view: PublicationView | null, before: readonly string[]): readonly string[] => {
  const { links, unlinked } = view?.state ?? { links: {}, unlinked: {} };
  const former = [...before.filter((orcid) => !Object.hasOwn(links, orcid)), ...Object.keys(unlinked)];
  return [...new Set(former)].sort();
};
