/** Works without a DOI, as staff list and read them. */
import { rowId } from '../ids.ts';
import type { Condition, ReadModels } from '../ports.ts';
import { works, type WorkRow } from '../works.ts';
import { findAsked, type Asked, type Page } from './page.ts';
import { statusesOf, type AskedStatus } from './asked-status.ts';

export const WORK_SORTS = {
  created_at: 'createdAt',
  publication_date: 'publicationDay',
  publication_year: 'publicationYear',
  title: 'titleKey',
} as const;

export type WorkQuery = Asked<typeof WORK_SORTS> & {
  readonly workspace: string;
  readonly status: AskedStatus;
  readonly workType: string | null;
  readonly publicationYear: number | null;
  /** Only those of this person. */
  readonly orcid: string | null;
};

const conditionsOf = ({ workspace, status, workType, publicationYear, orcid }: WorkQuery): readonly Condition[] => {
  const all: Condition[] = [
    { field: 'workspace', eq: workspace },
    { field: 'status', in: statusesOf(status) },
  ];
  if (workType !== null) all.push({ field: 'workType', eq: workType });
  if (publicationYear !== null) all.push({ field: 'publicationYear', eq: publicationYear });
  if (orcid !== null) all.push({ field: 'personOrcids', contains: orcid });
  return all;
};

export const listWorks = (readModels: ReadModels, query: WorkQuery): Promise<Page<WorkRow>> =>
  findAsked(readModels, works, conditionsOf(query), WORK_SORTS, query);

export const workByKey = (readModels: ReadModels, workspace: string, key: string): Promise<WorkRow | null> =>
  readModels.get(works, rowId(workspace, key));
