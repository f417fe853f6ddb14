/** The list of publications that shows what a bookmarked list of works showed. */
import { publications } from './view.ts';

const STATES: Readonly<Record<string, Partial<typeof publications.defaults>>> = {
  published: { visibility: 'visible' },
  unpublished: { visibility: 'hidden' },
  archived: { status: 'deleted' },
  all: { status: 'all' },
};

export const placeOfFormer = (search: URLSearchParams): string => {
  const { q, publication_year, orcid_id } = publications.read(search);
  return `/publications${publications.write({
    ...publications.defaults,
    ...{ q, publication_year, orcid_id, has_doi: 'no' },
    publication_type: search.get('work_type'),
    ...STATES[search.get('status') ?? ''],
  })}`;
};
