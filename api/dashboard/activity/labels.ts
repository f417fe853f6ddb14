/** What people call the actors and subjects of events. */
import { usersOf, type User } from '../../../commands/identity/users.ts';
import type { Actor } from '../../../domain/event.ts';
import { pickLocale, type LocalizedText } from '../../../domain/localized-text.ts';
import { apiKeys, type ApiKeyRow } from '../../../projections/api-keys.ts';
import { categories } from '../../../projections/categories.ts';
import { entities } from '../../../projections/catalogue/entities.ts';
import { people, type PersonRow } from '../../../projections/catalogue/people.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import { installations, type InstallationRow } from '../../../projections/installations/installations.ts';
import { rowId } from '../../../projections/ids.ts';
import type { Collection, Row } from '../../../projections/ports.ts';
import { projects, type ProjectRow } from '../../../projections/projects.ts';
import { rowAs } from '../../../projections/queries/page.ts';
import type { Subject } from '../../../projections/timeline/describe/index.ts';
import { works } from '../../../projections/works.ts';
import { workspaces } from '../../../projections/workspaces/workspaces.ts';
import { object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';

/** An actor or a subject, and what people call it. */
export const LABELLED = object({ type: STRING, id: STRING, label: STRING });

export type Labels = {
  actor(actor: Actor): string;
  subject(subject: Subject): string;
};

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

const nameOf = ({ name, email, id }: User): string => name ?? email ?? id;

const nameIn = (name: LocalizedText | null): string | null => (name === null ? null : pickLocale(name, 'en'));

/** Where the records of a kind are, and what one of them is called. */
type Directory = {
  readonly collection: Collection;
  readonly fields: readonly string[];
  readonly idOf: (workspace: string, id: string) => string;
  readonly label: (row: Row) => string | null;
};

const titled = ({ title }: Row): string | null => (typeof title === 'string' ? title : null);
const named = (row: Row): string | null => nameIn((row['name'] ?? null) as LocalizedText | null);

const PEOPLE: Directory = {
  collection: people,
  fields: ['profile'],
  idOf: rowId,
  label: (row) => nameIn(rowAs<PersonRow>(row).profile.name),
};

const DIRECTORIES: Readonly<Partial<Record<Subject['type'], Directory>>> = {
  publication: { collection: publications, fields: ['title'], idOf: rowId, label: titled },
  work: { collection: works, fields: ['title'], idOf: rowId, label: titled },
  person: PEOPLE,
  ingestion: PEOPLE,
  entity: { collection: entities, fields: ['name'], idOf: rowId, label: named },
  category: { collection: categories, fields: ['name'], idOf: rowId, label: named },
  project: {
    collection: projects,
    fields: ['fields'],
    idOf: rowId,
    label: (row) => nameIn(rowAs<ProjectRow>(row).fields.title ?? null),
  },
  workspace: {
    collection: workspaces,
    fields: ['name'],
    idOf: (_workspace, id) => id,
    label: ({ name }) => (typeof name === 'string' ? name : null),
  },
  installation: {
    collection: installations,
    fields: ['displayName'],
    idOf: rowId,
    label: (row) => rowAs<InstallationRow>(row).displayName,
  },
  api_key: {
    collection: apiKeys,
    fields: ['clientName'],
    idOf: (_workspace, id) => id,
    label: (row) => rowAs<ApiKeyRow>(row).clientName,
  },
};

const labelsIn = async (
  { readModels }: DashboardDeps,
  { collection, fields, idOf, label }: Directory,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const byRow = new Map(ids.map((id) => [idOf(workspace, id), id] as const));
  const where = { all: [{ field: 'id', in: [...byRow.keys()] }] };
  const rows = await readModels.find(collection, { where, limit: byRow.size, fields });
  return new Map(
    rows.flatMap((row) => {
      const [id, called] = [byRow.get(row.id), label(row)];
      return id === undefined || called === null ? [] : [[id, called] as const];
    }),
  );
};

/** The labels of all that is on one page; who or what has none is called by its id. */
export const labelsFor = async (
  deps: DashboardDeps,
  workspace: string,
  actors: readonly Actor[],
  subjects: readonly Subject[],
): Promise<Labels> => {
  const idsOf = (type: Subject['type']): readonly string[] =>
    unique([
      ...subjects.filter((subject) => subject.type === type).map(({ id }) => id),
      ...actors.filter((actor) => actor.type === type).map(({ id }) => id),
    ]);
  const [known, ...found] = await Promise.all([
    usersOf(deps, idsOf('user')),
    ...Object.entries(DIRECTORIES).map(
      async ([type, directory]) =>
        [type, await labelsIn(deps, directory, workspace, idsOf(type as Subject['type']))] as const,
    ),
  ]);
  const byType = new Map<string, ReadonlyMap<string, string>>(found);
  byType.set('user', new Map([...known].map(([id, user]) => [id, nameOf(user)])));
  const label = ({ type, id }: { readonly type: string; readonly id: string }): string =>
    byType.get(type)?.get(id) ?? id;
  return { actor: label, subject: label };
};
