/** Display names for the actors and subjects of events. */
import { usersOf, type User } from '../../../commands/identity/users.ts';
import type { Actor } from '../../../domain/event.ts';
import { pickLocale, type LocalizedText } from '../../../domain/localized-text.ts';
import { apiKeys } from '../../../projections/api-keys.ts';
import { categories } from '../../../projections/categories.ts';
import { entities } from '../../../projections/catalogue/entities.ts';
import { people } from '../../../projections/catalogue/people.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import { installations } from '../../../projections/installations/installations.ts';
import { rowId } from '../../../projections/ids.ts';
import type { Collection, Fields, ReadModels, Stored } from '../../../projections/ports.ts';
import { projects } from '../../../projections/projects/projects.ts';
import type { Subject } from '../../../projections/timeline/describe/index.ts';
import { members } from '../../../projections/workspaces/members.ts';
import { workspaces } from '../../../projections/workspaces/workspaces.ts';
import { object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

export const LABELLED = object({ type: STRING, id: STRING, label: STRING });

export type Labelled = <Named extends Actor | Subject>(named: Named) => Named & { readonly label: string };

const nameIn = (name: LocalizedText | null): string | null => (name === null ? null : pickLocale(name, 'en'));

/** The names of one kind of record in a workspace, by id. */
type Directory = (
  readModels: ReadModels,
  workspace: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

const directory =
  <R, F extends Fields<R>>(
    collection: Collection<R>,
    field: F,
    label: (row: Stored<R, F>) => string | null | undefined,
    idOf: (workspace: string, id: string) => string = rowId,
  ): Directory =>
  async (readModels, workspace, ids) => {
    if (ids.length === 0) return new Map();
    const byRow = new Map(ids.map((id) => [idOf(workspace, id), id] as const));
    const where = { all: [{ field: 'id', in: [...byRow.keys()] }] };
    const rows = await readModels.find(collection, { where, limit: byRow.size, fields: [field] });
    return new Map(
      rows.flatMap((row) => {
        const [id, name] = [byRow.get(row.id), label(row) ?? null];
        return id === undefined || name === null ? [] : [[id, name] as const];
      }),
    );
  };

const ownId = (_workspace: string, id: string): string => id;

/** Which users are members. */
export const memberIds = directory(members, 'userId', ({ userId }) => userId);

const peopleByName = directory(people, 'profile', ({ profile }) => nameIn(profile.name));

const DIRECTORIES: Readonly<Partial<Record<Subject['type'], Directory>>> = {
  publication: directory(publications, 'title', ({ title }) => title),
  person: peopleByName,
  ingestion: peopleByName,
  entity: directory(entities, 'name', ({ name }) => nameIn(name)),
  category: directory(categories, 'name', ({ name }) => nameIn(name)),
  project: directory(projects, 'fields', ({ fields }) => nameIn(fields.title)),
  workspace: directory(workspaces, 'name', ({ name }) => name, ownId),
  installation: directory(installations, 'displayName', ({ displayName }) => displayName),
  api_key: directory(apiKeys, 'clientName', ({ clientName }) => clientName, ownId),
};

/** Of those who act, are members, or neither: such as an invitee, of whom the workspace knows the address alone. */
const userLabels = async (deps: DashboardDeps, workspace: string, ids: readonly string[], actors: readonly Actor[]) => {
  const [users, known] = await Promise.all([usersOf(deps, ids), memberIds(deps.readModels, workspace, ids)]);
  const acting = new Set(actors.map(({ id }) => id));
  const labelOf = ({ id, email, name }: User): string => (known.has(id) || acting.has(id) ? name : null) ?? email ?? id;
  return new Map([...users].map(([id, user]) => [id, labelOf(user)]));
};

/** Looks up the labels of one page in bulk. Falls back to the id if there is no name. */
export const labelsFor = async (
  deps: DashboardDeps,
  workspace: string,
  actors: readonly Actor[],
  subjects: readonly Subject[] = [],
): Promise<Labelled> => {
  const idsOf = (type: Subject['type']): readonly string[] => [
    ...new Set([...actors, ...subjects].filter((each) => each.type === type).map(({ id }) => id)),
  ];
  const [users, ...found] = await Promise.all([
    userLabels(deps, workspace, idsOf('user'), actors),
    ...Object.entries(DIRECTORIES).map(
      async ([type, namesIn]) =>
        [type, await namesIn(deps.readModels, workspace, idsOf(type as Subject['type']))] as const,
    ),
  ]);
  const byType = new Map<string, ReadonlyMap<string, string>>([...found, ['user', users]]);
  return (each) => ({ ...each, label: byType.get(each.type)?.get(each.id) ?? each.id });
};
