/** Public projects across all workspaces: each id once, served from the workspace that has been showing it longest. */
import { defineDerived, sortedBy, versioned } from '../define.ts';
import { longestPublic } from '../longest-public.ts';
import type { Collection } from '../ports.ts';
import { projects, SORTS, VERSION, type ProjectRow } from './projects.ts';

/** The fields of the served workspace row that are listed, searched and sorted by. */
const LISTED = ['terms', 'currencies', 'titleKey', 'startDay', 'endDay', 'createdAt'] as const;

export type PublicProjectRow = Partial<Pick<ProjectRow, (typeof LISTED)[number]>> & {
  /** The project's id, without its workspace. */
  readonly id: string;
  readonly public: boolean;
  /** The id of the workspace row that is served; null while none is public. */
  readonly served: string | null;
};

export const publicProjects: Collection<PublicProjectRow> = {
  name: versioned('public_projects', VERSION),
  indexes: [...sortedBy(SORTS, 'public'), { equal: ['public'], unsearched: true }],
  arrays: ['currencies'],
  shown: ['served'],
  search: true,
  searchedWithin: 'public',
};

type Source = Pick<ProjectRow, 'id' | 'publicSince' | (typeof LISTED)[number]>;

const derive = (id: string, sources: readonly Source[]): PublicProjectRow => {
  const served = longestPublic(sources);
  return {
    id,
    public: served !== undefined,
    served: served?.id ?? null,
    ...(served !== undefined && Object.fromEntries(LISTED.map((field) => [field, served[field]]))),
  };
};

export const derivedProjects = defineDerived({
  collection: publicProjects,
  from: projects,
  by: 'projectId',
  of: ['projectId', 'publicSince', ...LISTED],
  derive,
});
