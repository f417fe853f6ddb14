/** What people call the actors and subjects of events. */
import { usersOf, type User } from '../../../commands/identity/users.ts';
import type { Actor } from '../../../domain/event.ts';
import { pickLocale } from '../../../domain/localized-text.ts';
import { apiKeys, type ApiKeyRow } from '../../../projections/api-keys.ts';
import { people, type PersonRow } from '../../../projections/catalogue/people.ts';
import { publications } from '../../../projections/catalogue/publications.ts';
import { rowId } from '../../../projections/ids.ts';
import { rowAs } from '../../../projections/queries/page.ts';
import type { Subject } from '../../../projections/timeline/describe/index.ts';
import type { DashboardDeps } from '../deps.ts';

export type Labels = {
  actor(actor: Actor): string;
  subject(subject: Subject): string;
};

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

const nameOf = ({ name, email, id }: User): string => name ?? email ?? id;

const titlesOf = async (
  { readModels }: DashboardDeps,
  workspace: string,
  dois: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (dois.length === 0) return new Map();
  const rows = await readModels.find(publications, {
    where: { all: [{ field: 'id', in: dois.map((doi) => rowId(workspace, doi)) }] },
    limit: dois.length,
    fields: ['doi', 'title'],
  });
  return new Map(rows.flatMap(({ doi, title }) => (typeof title === 'string' ? [[String(doi), title] as const] : [])));
};

const namesOf = async (
  { readModels }: DashboardDeps,
  workspace: string,
  orcids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await readModels.load(
    people,
    orcids.map((orcid) => rowId(workspace, orcid)),
  );
  return new Map(
    [...rows.values()].flatMap((row) => {
      const { orcid, profile } = rowAs<PersonRow>(row);
      return profile.name === null ? [] : [[orcid, pickLocale(profile.name, 'en')] as const];
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
  const of = (...types: readonly Subject['type'][]): readonly string[] =>
    unique(subjects.filter(({ type }) => types.includes(type)).map(({ id }) => id));
  const users = actors.filter(({ type }) => type === 'user').map(({ id }) => id);
  const keys = actors.filter(({ type }) => type === 'api_key').map(({ id }) => id);
  const [known, titles, names, clients] = await Promise.all([
    usersOf(deps, unique([...users, ...of('user')])),
    titlesOf(deps, workspace, of('publication')),
    namesOf(deps, workspace, of('person', 'ingestion')),
    deps.readModels.load(apiKeys, unique([...keys, ...of('api_key')])),
  ]);
  const user = (id: string): string => {
    const found = known.get(id);
    return found === undefined ? id : nameOf(found);
  };
  const client = (hash: string): string => {
    const row = clients.get(hash);
    return row === undefined ? hash : rowAs<ApiKeyRow>(row).clientName;
  };
  return {
    actor: ({ type, id }) => (type === 'user' ? user(id) : type === 'api_key' ? client(id) : id),
    subject: ({ type, id }) => {
      if (type === 'user') return user(id);
      if (type === 'api_key') return client(id);
      return (type === 'publication' ? titles : names).get(id) ?? id;
    },
  };
};
