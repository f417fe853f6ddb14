/** Works without a DOI, as their own listings show them. */
import { orcidAddress } from '../../domain/orcid.ts';
import { nameIn } from '../../domain/stream-kinds.ts';
import { publications, type PublicationRow } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import { containing, having, type Condition, type ReadModels } from '../ports.ts';
import { mergedOf } from '../publication/columns.ts';
import type { StatusFilter } from './asked-status.ts';
import { ordered, type Asked, type Rows } from './listing.ts';

export const WORK_SORTS = {
  created_at: 'addedAt',
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

/** Works of a workspace, of a type and a year if these are given. */
export const workConditions = ({
  workspace,
  workType,
  publicationYear,
}: Omit<WorkQuery, 'status' | 'orcid'>): readonly Condition[] => [
  ...having({ workspace, hasDoi: false, publicationType: workType, publicationYear }),
  { field: 'addedAt', exists: true },
];

/** Archived are those that are deleted. */
const SHOWN: Readonly<Record<StatusFilter, Readonly<Record<string, boolean>>>> = {
  active: { deleted: false },
  published: { deleted: false, visible: true },
  unpublished: { deleted: false, visible: false },
  archived: { deleted: true },
  all: {},
};

export const staffWorks = (query: WorkQuery): Rows<PublicationRow> => {
  const { workspace, orcid, status } = query;
  const person = containing({ personKeys: orcid === null ? null : rowId(workspace, orcid) });
  const shown = having(SHOWN[status]);
  return { collection: publications, ...ordered(WORK_SORTS, [...workConditions(query), ...shown, ...person], query) };
};

/** Its web address, else the ORCID record of a person who lists it; null if it has neither. */
export const addressOfWork = ({ view, personKeys: [person] }: PublicationRow): string | null => {
  const url = view === null ? undefined : mergedOf(view).URL;
  if (url !== undefined) return url;
  return person === undefined ? null : orcidAddress(nameIn(person));
};

/** `view` is null while another item is shown in its place. */
export const workByKey = (readModels: ReadModels, workspace: string, key: string): Promise<PublicationRow | null> =>
  readModels.get(publications, rowId(workspace, key));
