/** Works without a DOI, as staff list and read them. */
import { rowId } from '../ids.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { works, type WorkRow } from '../works.ts';
import { ordered, type Asked, type Rows } from './listing.ts';
import { statusesOf, type StatusFilter } from './asked-status.ts';

export const WORK_SORTS = {
  created_at: 'createdAt',
  publication_date: 'publicationDay',
  publication_year: 'publicationYear',
  title: 'titleKey',
} as const;

export type WorkQuery = Asked<typeof WORK_SORTS> & {
  readonly workspace: string;
  readonly status: StatusFilter;
  readonly workType: string | null;
  readonly publicationYear: number | null;
  /** Only works linked to this person. */
  readonly orcid: string | null;
};

/** Conditions for the works of a workspace that meet `shown`, of a type and a year if these are given. */
export const worksOf = (
  { workspace, workType, publicationYear }: Omit<WorkQuery, 'status' | 'orcid'>,
  shown: Condition,
): readonly Condition[] => [...having({ workspace, workType, publicationYear }), shown];

export const staffWorks = (query: WorkQuery): Rows<WorkRow> => {
  const shown = worksOf(query, { field: 'status', in: statusesOf(query.status) });
  return { collection: works, ...ordered(WORK_SORTS, [...shown, ...containing({ personOrcids: query.orcid })], query) };
};

export const workByKey = (readModels: ReadModels, workspace: string, key: string): Promise<WorkRow | null> =>
  readModels.get(works, rowId(workspace, key));
