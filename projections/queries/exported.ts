/** Publications as exports have them: whole records, in the order and with the filters of a listing. */
import { isRetracted } from '../../domain/publication/state.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import type { PublicPublicationRow } from '../catalogue/public-publications.ts';
import { mergedOf } from '../publication/columns.ts';
import type { Listing, Rows } from './listing.ts';

/** Without the fields that only the dashboard has. Null after a site reset. */
const exportedOf = ({
  key,
  hasDoi,
  view,
  lastFetchedAt = 0,
}: Pick<PublicationRow, 'key' | 'hasDoi' | 'view' | 'lastFetchedAt'>) => {
  if (view === null) return null;
  const { state } = view;
  return {
    key,
    doi: hasDoi ? key : null,
    record: mergedOf(view),
    isRetracted: isRetracted(state),
    citedByCount: state.citedByCount,
    openAccessStatus: state.enrichment?.open_access_status ?? null,
    lastFetchedAt,
  };
};

export type ExportedPublication = NonNullable<ReturnType<typeof exportedOf>>;

type Of<R> = Pick<Rows<R>, 'collection' | 'where' | 'sort'>;

const wholeRows = <R>({ collection, where, sort }: Of<R>): Of<R> => ({
  collection,
  where,
  ...(sort === undefined ? {} : { sort }),
});

/** The publications of a workspace's listing. */
export const exportedFrom = (listing: Of<PublicationRow>): Listing<ExportedPublication, PublicationRow> => ({
  ...wholeRows(listing),
  items: (rows) => rows.map(exportedOf),
});

/** The publications of a listing across workspaces, each as the workspace that serves it has it. */
export const servedFrom = (
  listing: Of<PublicPublicationRow>,
): Listing<ExportedPublication, PublicPublicationRow, 'served'> => ({
  ...wholeRows(listing),
  fields: ['served'],
  items: async (rows, readModels) => {
    const served = await readModels.load(
      publications,
      rows.flatMap((row) => row.served ?? []),
    );
    return rows.map((row) => {
      const found = served.get(row.served ?? '');
      // It may have been hidden since the public row was read.
      return found?.public === true ? exportedOf(found) : null;
    });
  },
});
