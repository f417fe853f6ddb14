/** The publications of the sample's researchers. */
import { SAMPLE } from '../../infra/demo/sample.ts';
import { IMPORTED } from '../../infra/demo/story.ts';

/** Of the works on their lists; the others are imported by staff. */
export const DOIS = Object.keys(SAMPLE.openalex).filter((doi) => !IMPORTED.includes(doi));

/** A query of the public publications that finds all of them. */
export const EVERYTHING = {
  page: 1,
  perPage: 100,
  q: '',
  sort: 'title',
  dir: 'asc',
  narrowed: [],
  orcid: null,
} as const;
