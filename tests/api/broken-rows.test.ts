/** A record whose row is broken is withheld from the public, and everything else is unaffected. */
import assert from 'node:assert/strict';
import type { NewEvent } from '../../commands/ports.ts';
import { projectAggregate } from '../../commands/project.ts';
import { schemaVersionOf } from '../../domain/upcast.ts';
import { ORCIDS } from '../../infra/demo/sample.ts';
import { RowRefused, type ReadModels, type Row } from '../../projections/ports.ts';
import { serveDashboard, type Dashboard, type Person } from '../support/dashboard.ts';
import { PROJECT_FIELDS } from '../support/examples/administration.ts';
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation, type Installation } from '../support/installation.ts';
import { newEvent } from '../support/new-event.ts';
import { plugIn, type PlugIn } from '../support/plug-ins.ts';
import { servePublic, type Served } from '../support/serving.ts';
import { suite } from '../support/suite.ts';
import { dispatch } from '../support/dispatch.ts';

type Item = Readonly<Record<string, unknown>>;
/** The identifiers of items, in each listing. */
type Listing = {
  readonly path: string;
  readonly name: string;
  readonly id: string;
  /** The kind of its items. */
  readonly kind: keyof Broken;
};
type Broken = {
  readonly publication: string;
  readonly person: string;
  readonly work: string;
  readonly project: string;
};

/** A value that no store accepts. */
const UNWRITABLE = 'unwritable';

const refusing = (readModels: ReadModels): ReadModels => ({
  ...readModels,
  commit: async (batch) => {
    const isBroken = (row: Row): boolean => JSON.stringify(row).includes(UNWRITABLE);
    const rows = batch.changes
      .filter(({ collection: { name } }) => !/^(?:timeline|poison)/u.test(name))
      .flatMap(({ collection, replace }) =>
        replace.filter(isBroken).map(({ id }) => ({ collection: collection.name, id, reason: 'it is unwritable' })),
      );
    if (rows.length > 0) throw new RowRefused(rows);
    await readModels.commit(batch);
  },
});

const PERSONS: readonly string[] = ORCIDS;
const LISTINGS: readonly Listing[] = [
  { path: '/v1/publications', name: 'publications', id: 'doi', kind: 'publication' },
  { path: '/integrations/v1/publications', name: 'publications', id: 'doi', kind: 'publication' },
  ...PERSONS.flatMap((orcid): readonly Listing[] => [
    { path: `/v1/researchers/${orcid}/publications`, name: 'publications', id: 'doi', kind: 'publication' },
    { path: `/v1/people/${orcid}/publications`, name: 'publications', id: 'doi', kind: 'publication' },
  ]),
  { path: '/v1/researchers', name: 'researchers', id: 'orcid', kind: 'person' },
  { path: '/v1/people', name: 'people', id: 'orcid', kind: 'person' },
  { path: '/integrations/v1/people', name: 'people', id: 'slug', kind: 'person' },
  { path: '/v1/projects', name: 'projects', id: 'id', kind: 'project' },
  { path: '/integrations/v1/projects', name: 'projects', id: 'id', kind: 'project' },
  { path: '/integrations/v1/works', name: 'works', id: 'id', kind: 'work' },
];

const SEARCHES = ['', '&q=pots', '&q=psycho', '&q=10.5555', '&q=carberry'];

type World = {
  readonly installation: Installation;
  readonly served: Served;
  readonly site: PlugIn;
  readonly dashboard: Dashboard;
  readonly staff: Person;
};

const ask = async ({ served, site }: World, path: string): Promise<{ status: number; body: Item; text: string }> => {
  const { status, body, text } = await served.get(
    path,
    /^\/(?:integrations|v1\/people)/u.test(path) ? { headers: site.headers } : {},
  );
  return { status, body: body as Item, text };
};

/** Every listing, with every kind of search, and its total. */
const seen = async (
  world: World,
): Promise<ReadonlyMap<string, { readonly items: readonly Item[]; readonly total: number }>> => {
  const all = new Map<string, { readonly items: readonly Item[]; readonly total: number }>();
  for (const { path, name } of LISTINGS)
    for (const search of SEARCHES) {
      const { status, body, text } = await ask(world, `${path}?per_page=100${search}`);
      if (status === 400 && search !== '') continue;
      assert.equal(status, 200, `${path}${search}: ${text}`);
      all.set(`${path}${search}`, { items: body[name] as readonly Item[], total: Number(body['total']) });
    }
  return all;
};

const inWorld = async (work: (world: World) => Promise<void>): Promise<void> => {
  await using installation = await openInstallation({ matching: false, projected: refusing });
  await ingestAll(installation, PERSONS);
  for (const id of ['pots', 'kilns']) {
    const fields = { ...PROJECT_FIELDS, title: `About ${id}`, abstract: 'Cracked pots', member_orcids: [] };
    await dispatch(installation, projectAggregate, id, { type: 'CreateProject', id, fields });
    await dispatch(installation, projectAggregate, id, { type: 'MoveProject', move: 'publish' });
  }
  await installation.settled();
  await using served = await servePublic(installation);
  await using dashboard = await serveDashboard(installation);
  const site = await plugIn(installation);
  const staff = await dashboard.signIn('workspace_admin');
  await work({ installation, served, site, dashboard, staff });
};

/** Breaks one record of each kind, by events that are appended without validation. */
const broken = async (
  world: World,
  streams: Readonly<Record<keyof Broken, string>>,
  events: Readonly<Record<keyof Broken, { readonly type: string; readonly data: unknown }>>,
): Promise<void> => {
  let n = 0;
  for (const kind of Object.keys(streams) as (keyof Broken)[]) {
    const { type, data } = events[kind];
    const made = newEvent((n += 1));
    const metadata = { ...made.metadata, workspace: 'org' };
    const event = { ...made, type, schemaVersion: schemaVersionOf(type), metadata, data } as NewEvent;
    await world.installation.events.append(streams[kind], [event], 'any');
  }
  await world.installation.settled();
};

const hiddenFromAll = (events: Parameters<typeof broken>[2]): Promise<void> =>
  inWorld(async (world) => {
    const before = await seen(world);
    const first = (path: string, id: string): string => String(before.get(path)?.items[0]?.[id]);
    const ids: Broken = {
      publication: first(`/v1/researchers/${PERSONS[0] ?? ''}/publications`, 'doi'),
      person: PERSONS[1] ?? '',
      work: first('/integrations/v1/works', 'id'),
      project: 'pots',
    };
    const { slug } = before.get('/v1/people')?.items.find((each) => each['orcid'] === ids.person) ?? {};
    await broken(
      world,
      {
        publication: `publication-org~${ids.publication}`,
        person: `person-org~${ids.person}`,
        work: `work-org~${ids.work}`,
        project: `project-org~${ids.project}`,
      },
      events,
    );

    const after = await seen(world);
    for (const { path, id, kind } of LISTINGS)
      for (const search of SEARCHES) {
        const [was, is] = [before.get(`${path}${search}`), after.get(`${path}${search}`)];
        const gone = id === 'slug' ? slug : ids[kind];
        const left = was?.items.map((each) => each[id]).filter((each) => each !== gone);
        assert.deepEqual(is?.items.map((each) => each[id]).sort(), left?.sort(), `${path}${search}`);
        assert.equal(is?.total, left?.length, `the total of ${path}${search}`);
      }
    const counts = (all: typeof before, path: string) =>
      new Map(all.get(path)?.items.map((each) => [String(each['orcid']), Number(each['publication_count'])]));
    for (const [path, list] of [
      ['/v1/researchers', 'researchers'],
      ['/v1/people', 'people'],
    ] as const)
      for (const [orcid, count] of counts(after, path))
        assert.equal(count, after.get(`/v1/${list}/${orcid}/publications`)?.total, `${path} of ${orcid}`);

    for (const path of [
      `/v1/doi/${ids.publication}`,
      `/v1/people/${ids.person}`,
      `/v1/researchers/${ids.person}`,
      `/v1/projects/${ids.project}`,
    ])
      assert.equal((await ask(world, path)).status, 404, path);

    for (const [path, name, id, value] of [
      ['/api/publications', 'publications', 'id', ids.publication],
      ['/api/people', 'people', 'orcid', ids.person],
      ['/api/works', 'works', 'id', ids.work],
      ['/api/projects', 'projects', 'id', ids.project],
    ] as const) {
      const { status, body, text } = await world.staff.get(`${path}?per_page=100`);
      assert.equal(status, 200, text);
      const marked = ((body as Item)[name] as readonly Item[]).filter((each) => each['withheld'] === true);
      assert.deepEqual(
        marked.map((each) => each[id]),
        [value],
        path,
      );
    }
  });

const withheld = suite('a record whose row is broken', { timeoutMs: 120_000 });

withheld('by an event that cannot be folded is withheld from the public, and marked for staff', () =>
  hiddenFromAll({
    publication: { type: 'PublicationEdited', data: null },
    person: { type: 'PersonNamed', data: null },
    work: { type: 'PublicationEdited', data: null },
    project: { type: 'ProjectRevised', data: null },
  }),
);

const edited = { changes: [{ path: '/title', before: null, after: UNWRITABLE }], reverted: [] };

withheld('by a value that cannot be stored is withheld from the public, and marked for staff', () =>
  hiddenFromAll({
    publication: { type: 'PublicationEdited', data: edited },
    person: { type: 'PersonNamed', data: { name: UNWRITABLE, slug: null, saidBy: 'staff' } },
    work: { type: 'PublicationEdited', data: edited },
    project: { type: 'ProjectRevised', data: { changes: [{ path: '/title', after: UNWRITABLE }] } },
  }),
);
