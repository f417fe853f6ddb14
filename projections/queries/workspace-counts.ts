/** The number of records in a workspace. */
import { people } from '../catalogue/people.ts';
import { publications } from '../catalogue/publications.ts';
import type { Condition, ReadModels } from '../ports.ts';
import { members } from '../workspaces/members.ts';
import { activePublicationsOf } from './publication-totals.ts';

type Rows = Pick<ReadModels, 'total'>;

/** Publications without deleted ones, people without archived ones, members without invitees. */
const countsOf = async (readModels: Rows, workspace: string) => {
  const within: Condition = { field: 'workspace', eq: workspace };
  const [ofPublications, ofPeople, ofMembers] = await Promise.all([
    readModels.total(publications, { all: activePublicationsOf(workspace) }),
    readModels.total(people, { all: [within, { field: 'archived', eq: false }] }),
    readModels.total(members, { all: [within] }),
  ]);
  return { publications: ofPublications.total, people: ofPeople.total, members: ofMembers.total };
};

/** Counts one workspace after another, so a page of them puts no more load on the store at a time than one does. */
export const countsOfEach = async (readModels: Rows, workspaces: readonly string[]) => {
  const counts = new Map<string, Awaited<ReturnType<typeof countsOf>>>();
  for (const workspace of workspaces) counts.set(workspace, await countsOf(readModels, workspace));
  return counts;
};
