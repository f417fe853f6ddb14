/** Public projects over all workspaces: each id once, as the workspace serves it that made it first and shows it. */
import type { Position, Revision } from '../domain/event.ts';
import type { Currency, ProjectFields } from '../domain/project/events.ts';
import { changeAll, defineFold, type EventOf, type Projection, sortedBy, versioned } from './define.ts';
import { rowId, subjectOf } from './ids.ts';
import type { Collection } from './ports.ts';
import { PROJECT_EVENTS, projectAfter, type ProjectRow } from './projects.ts';

type Holder = { readonly project: ProjectRow; readonly madeAt: Position };

export type PublicProjectRow = {
  /** The project's id, without its workspace. */
  readonly id: string;
  readonly terms: readonly string[];
  /** What each workspace has, by workspace. */
  readonly holders: Readonly<Record<string, Holder>>;
  readonly public: boolean;
  /** Of the workspace that is served; null while none shows it. */
  readonly fields: ProjectFields | null;
  readonly currencies: readonly Currency[];
  readonly titleKey: string | null;
  readonly startDay: string | null;
  readonly endDay: string | null;
  readonly createdAt: number | null;
  readonly revision: Revision | null;
};

const SORTS = ['createdAt', 'startDay', 'endDay', 'titleKey'] as const;

const VERSION = 3;

export const publicProjects: Collection<PublicProjectRow> = {
  name: versioned('public_projects', VERSION),
  indexes: [...sortedBy(SORTS, 'public'), { equal: ['public'], unsearched: true }],
  arrays: ['currencies'],
  search: true,
  searchedWithin: 'public',
};

const servedOf = (holders: PublicProjectRow['holders']): ProjectRow | null => {
  const showing = Object.values(holders).filter(({ project }) => project.published);
  return showing.sort((a, b) => a.madeAt - b.madeAt)[0]?.project ?? null;
};

type ProjectEvent = EventOf<(typeof PROJECT_EVENTS)[number]>;

const changed = (row: PublicProjectRow | null, event: ProjectEvent): PublicProjectRow | null => {
  const [{ workspace }, id] = [event.metadata, subjectOf(event)];
  const known = new Map<string, Holder>(Object.entries(row?.holders ?? {}));
  const before = known.get(workspace);
  const project = projectAfter(before?.project ?? null, event, rowId(workspace, id));
  if (project === null) return row;
  known.set(workspace, { project, madeAt: before?.madeAt ?? event.position });
  const holders = Object.fromEntries(known);
  const served = servedOf(holders);
  return {
    id,
    terms: served?.terms ?? [],
    holders,
    public: served !== null,
    fields: served?.fields ?? null,
    currencies: served?.currencies ?? [],
    titleKey: served?.titleKey ?? null,
    startDay: served?.startDay ?? null,
    endDay: served?.endDay ?? null,
    createdAt: served?.createdAt ?? null,
    revision: served?.revision ?? null,
  };
};

export const publicProjectsProjection: Projection = {
  name: 'public-projects',
  version: VERSION,
  streams: ['project-'],
  folds: [
    defineFold<PublicProjectRow>({
      collection: publicProjects,
      ids: (event) => (event.stream.startsWith('project-') ? [subjectOf(event)] : []),
      when: changeAll(PROJECT_EVENTS, changed),
    }),
  ],
};
