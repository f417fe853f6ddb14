/** Undoing over HTTP: one event, or everything that a cause has done. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { identifierAggregate } from '../../../commands/aggregates.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { undoJobs } from '../../../commands/undo/jobs.ts';
import { randomIds } from '../../../infra/system.ts';
import { carryOut } from '../../../workers/undo/run.ts';
import { bodyOf, type Person } from '../../support/dashboard.ts';
import { addPaper } from '../../support/papers.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';
import type { Reply } from '../../support/serving.ts';

const undoing = suite('undoing on the dashboard');
const { installation, dashboard, jo, admin, root, stranger } = await staffed(undoing);

type Result = {
  readonly outcome: string;
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
  readonly conflicts: readonly unknown[];
  readonly reason: string | null;
  readonly code: string | null;
  readonly correlation_id: string;
};
type OfCause = Record<'events' | 'undone' | 'unchanged' | 'refused' | 'steps', number> & {
  readonly results: readonly (Result & {
    readonly id: string;
    readonly event_type: string;
    readonly job_step: boolean;
    readonly with: string | null;
  })[];
  readonly correlation_id: string;
};
type Refusal = { readonly error: string; readonly details: Readonly<Record<string, unknown>> };

let papers = 0;

/** A publication recorded from a provider, by a cause of its own. */
const paper = async (correlationId?: string): Promise<string> => {
  papers += 1;
  const doi = `10.5555/undo.${papers}`;
  await addPaper(installation, doi, correlationId === undefined ? {} : { correlationId });
  return doi;
};

const patch = async (who: Person, doi: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
  const operations = Object.entries(fields).map(([field, value]) => ({ op: 'add', path: `/${field}`, value }));
  bodyOf(await who.patch(`/api/publications/${doi}`, operations));
};

type Event = {
  readonly id: string;
  readonly event_type: string;
  readonly correlation_id: string;
  readonly cause: { readonly id: string; readonly event_type: string; readonly correlation_id: string } | null;
  readonly undone: { readonly actor: { readonly id: string }; readonly correlation_id: string } | null;
};

/** The events of a publication, newest first. */
const history = async (doi: string): Promise<readonly Event[]> =>
  bodyOf<{ history: readonly Event[] }>(await jo.get(`/api/publications/${doi}/history`)).history;

const latest = async (doi: string): Promise<string> => (await history(doi))[0]?.id ?? '';

/** Who undid the event as a whole, and the cause of that; null if it stands. */
const markOf = async (doi: string, id: string) => {
  const marked = (await history(doi)).find((event) => event.id === id)?.undone ?? null;
  return marked && [marked.actor.id, marked.correlation_id];
};

const titleOf = async (doi: string): Promise<unknown> =>
  bodyOf<{ merged: { title: string } }>(await jo.get(`/api/publications/${doi}`)).merged.title;

const undo = (id: string, body: unknown = {}, who = jo): Promise<Reply> => who.post(`/api/activity/${id}/undo`, body);
const undoCause = (id: string, body: unknown = {}, query = ''): Promise<Reply> =>
  jo.post(`/api/activity/causes/${id}/undo${query}`, body);

const done = async (reply: Promise<Reply>): Promise<Result> => bodyOf<Result>(await reply);

undoing('undoes an edit, and the undo, for anyone who may edit', async () => {
  const doi = await paper();
  await patch(jo, doi, { title: 'Jars' });
  const [edited] = await history(doi);
  const edit = edited?.id ?? '';
  const undone = await done(undo(edit));
  assert.deepEqual(undone.changes, [{ path: '/title', before: 'Jars', after: 'Pots' }]);
  assert.equal(await titleOf(doi), 'Pots');
  const [event] = await history(doi);
  const found = bodyOf<{ cause: unknown; actor: { id: string } }>(await jo.get(`/api/activity/${event?.id}`));
  assert.deepEqual(found.cause, {
    id: edit,
    event_type: 'PublicationEdited',
    correlation_id: edited?.correlation_id,
  });
  assert.equal(found.actor.id, jo.userId);
  assert.deepEqual(event?.cause, found.cause);
  assert.deepEqual(await markOf(doi, edit), [jo.userId, event?.correlation_id]);
  await done(undo(event?.id ?? ''));
  assert.equal(await titleOf(doi), 'Jars');
  assert.equal(await markOf(doi, edit), null, 'the undo was undone');
});

undoing('reports that there is nothing to do the second time', async () => {
  const doi = await paper();
  await patch(jo, doi, { visible: false });
  const hidden = await latest(doi);
  assert.equal((await done(undo(hidden))).outcome, 'undone');
  const again = await done(undo(hidden));
  assert.deepEqual([again.outcome, again.changes], ['unchanged', []]);
  assert.equal((await history(doi))[0]?.event_type, 'PublicationShown');
});

undoing('changes nothing in a dry run', async () => {
  const doi = await paper();
  await patch(jo, doi, { title: 'Jars' });
  const edit = await latest(doi);
  const looked = await done(undo(edit, { dry_run: true }));
  assert.deepEqual([looked.outcome, looked.changes.length], ['undone', 1]);
  assert.equal(await latest(doi), edit);
});

undoing('refuses what was changed since, with both values, and undoes a part on request', async () => {
  const doi = await paper();
  await patch(jo, doi, { title: 'Jars', volume: '2' });
  const edit = await latest(doi);
  await patch(admin, doi, { title: 'Cups' });
  const conflicts = [{ path: '/title', restores: 'Pots', stands: 'Cups' }];
  assert.deepEqual(bodyOf<Refusal>(await undo(edit), 409).details, { conflicts });
  const looked = await done(undo(edit, { dry_run: true }));
  assert.deepEqual([looked.outcome, looked.conflicts], ['refused', conflicts]);
  const part = await done(undo(edit, { fields: ['/volume'] }));
  assert.deepEqual(part.changes, [{ path: '/volume', before: '2', after: '1' }]);
  assert.equal(await titleOf(doi), 'Cups');
  assert.equal(await markOf(doi, edit), null, 'a part of it stands');
  const [, cups] = await history(doi);
  await done(undo(cups?.id ?? ''));
  const rest = await done(undo(edit, { fields: ['/title'] }));
  assert.equal(await titleOf(doi), 'Pots');
  assert.deepEqual(await markOf(doi, edit), [jo.userId, rest.correlation_id]);
});

undoing('marks each event of a record that was undone with others', async () => {
  const doi = await paper();
  await patch(jo, doi, { title: 'Jars', visible: false });
  const [one, other] = await history(doi);
  const { correlation_id: cause } = bodyOf<OfCause>(await undoCause(one?.correlation_id ?? ''));
  for (const event of [one, other]) assert.deepEqual(await markOf(doi, event?.id ?? ''), [jo.userId, cause]);
});

undoing('names a field that the event has not changed', async () => {
  const doi = await paper();
  await patch(jo, doi, { title: 'Jars' });
  const refusal = bodyOf<Refusal>(await undo(await latest(doi), { fields: ['/volume'] }), 409);
  assert.deepEqual(refusal.details, { field: 'fields/0', accepted: ['/title'] });
});

undoing('accepts each path that an event shows', async () => {
  const { id } = bodyOf<{ id: string }>(
    await admin.post('/api/members', { email: 'ada@example.org', role: 'member' }),
    201,
  );
  await installation.settled();
  type Shown = { readonly events: readonly (Event & Pick<Result, 'changes'>)[] };
  const { events } = bodyOf<Shown>(await admin.get(`/api/activity?event_type=MemberInvited&subject=${id}`));
  const fields = events[0]?.changes.map(({ path }) => path);
  assert.deepEqual(fields, ['/invited_role']);
  const undone = await done(undo(events[0]?.id ?? '', { fields }, admin));
  assert.deepEqual(undone.changes, [{ path: '/status', before: 'invited', after: 'absent' }]);
});

undoing('needs the role of the opposite command', async () => {
  bodyOf(await admin.post('/api/entities', { id: 'lab', name: 'Laboratory' }), 201);
  bodyOf(await admin.patch('/api/entities/lab', { name: 'Lab' }));
  await installation.settled();
  const { events } = bodyOf<{ events: readonly Event[] }>(await jo.get('/api/activity?event_type=EntityRenamed'));
  const id = events[0]?.id ?? '';
  assert.deepEqual(bodyOf<Refusal>(await undo(id), 403).details, { needed: 'workspace_admin' });
  const { changes } = await done(undo(id, {}, admin));
  assert.deepEqual(changes, [{ path: '/name', before: 'Lab', after: 'Laboratory' }]);
});

undoing('reports that changes to and from superadmin need one', async () => {
  for (const role of ['superadmin', 'workspace_admin', 'member'])
    bodyOf(await root.patch(`/api/members/${jo.userId}`, { role }));
  await installation.settled();
  const query = 'event_type=MemberRoleChanged';
  type Changed = { readonly events: readonly (Event & { readonly undo_role: string })[] };
  const { events } = bodyOf<Changed>(await admin.get(`/api/activity?${query}`));
  assert.deepEqual(
    events.slice(0, 3).map(({ undo_role: role }) => role),
    ['workspace_admin', 'superadmin', 'superadmin'],
  );
  const refusal = bodyOf<Refusal>(await undo(events[1]?.id ?? '', {}, admin), 403);
  assert.deepEqual(refusal.details, { needed: 'superadmin' });
});

undoing('withdraws an identifier from a publication, and returns it', async () => {
  const [identifier, to] = ['pmid.1', { doi: await paper() }];
  const named = async () =>
    (await loadState(installation.events, identifierAggregate, 'org', identifier)).state.assigned?.to ?? null;
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  const list = 'https://orcid.example/1/works';
  await handle(
    installation,
    identifierAggregate,
    identifier,
    { type: 'AssignIdentifier', identifier, to, list, at: 1 },
    caller,
  );
  await installation.settled();
  for (const [type, outcome] of [
    ['IdentifierAssigned', null],
    ['IdentifierWithdrawn', to],
  ] as const) {
    const { events } = bodyOf<{ events: readonly Event[] }>(await jo.get(`/api/activity?event_type=${type}`));
    await done(undo(events[0]?.id ?? ''));
    assert.deepEqual(await named(), outcome);
  }
});

undoing('finds no event of another workspace, and no unknown one', async () => {
  const event = await latest(await paper());
  bodyOf(await undo(event, {}, stranger), 404);
  bodyOf(await undo(randomIds.next()), 404);
  bodyOf(await undoCause(randomIds.next()), 404);
  bodyOf(await undo(event, {}, dashboard.nobody), 401);
});

undoing('gives the reason if a change cannot be undone', async () => {
  const { events } = bodyOf<{ events: readonly Event[] }>(await jo.get('/api/activity?event_type=WorkspaceCreated'));
  const { error } = bodyOf<Refusal>(await undo(events[0]?.id ?? ''), 409);
  assert.match(error, /never removed/u);
});

undoing('undoes a cause except for what was changed since, and redoes it', async () => {
  const cause = randomIds.next();
  const [one, two] = [await paper(cause), await paper(cause)];
  await patch(jo, two, { title: 'Cups' });
  const looked = bodyOf<OfCause>(await undoCause(cause, { dry_run: true }));
  assert.deepEqual([looked.events, looked.undone, looked.refused], [2, 1, 1]);
  assert.equal((await history(one)).length, 1);

  const undone = bodyOf<OfCause>(await undoCause(cause));
  const refused = undone.results.find(({ outcome }) => outcome === 'refused');
  assert.deepEqual(refused?.conflicts, [{ path: '/title', restores: null, stands: 'Cups' }]);
  assert.equal((await history(one))[0]?.event_type, 'PublicationDeleted');
  assert.equal((await history(two))[0]?.event_type, 'PublicationEdited');

  bodyOf(await undoCause(undone.correlation_id));
  assert.equal((await history(one))[0]?.event_type, 'PublicationRestored');
});

undoing('gives the code of a refusal, even if the event that it depends on is on another page', async () => {
  const cause = randomIds.next();
  const doi = await paper(cause);
  const caller = { ...newCaller(randomIds, 'org', { type: 'system', id: 'test' }), correlationId: cause };
  const link = { type: 'LinkAuthor', orcid: '0000-0002-1825-0097', basis: 'orcid_list' } as const;
  await handle(installation, publicationAggregate, doi, link, caller);
  await patch(jo, doi, { title: 'Cups' });
  const shown = await Promise.all(
    [1, 2, 3].map(async (page) => {
      const looked = await undoCause(cause, { dry_run: true }, `?page=${page}&per_page=1`);
      return bodyOf<OfCause>(looked).results[0];
    }),
  );
  const [linked, added] = ['AuthorLinked', 'PublicationAdded'].map((type) =>
    shown.find((each) => each?.event_type === type),
  );
  assert.deepEqual([linked?.with, linked?.code, added?.code], [added?.id, 'changed_since', 'changed_since']);
});

undoing('shows a preview of any size in pages', async () => {
  const cause = randomIds.next();
  for (let n = 0; n < 5; n += 1) await paper(cause);
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) =>
      bodyOf<OfCause>(await undoCause(cause, { dry_run: true }, `?page=${page}&per_page=2`)),
    ),
  );
  assert.deepEqual(
    pages.map(({ results }) => results.length),
    [2, 2, 1],
  );
  assert.equal(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size, 5);
  assert.ok(pages.every(({ undone }) => undone === 5));
});

undoing('counts the steps of its own job separately, which stay in the history', async () => {
  const cause = randomIds.next();
  const doi = await paper(cause);
  const caller = { ...newCaller(randomIds, 'org', { type: 'system', id: 'test' }), correlationId: cause };
  const queued = { orcids: ['0000-0002-1825-0097'], triggerSource: 'people_page', shards: 1 } as const;
  await queueIngestions(installation, queued, caller);
  const looked = bodyOf<OfCause>(await undoCause(cause, { dry_run: true }));
  assert.deepEqual([looked.undone, looked.refused, looked.steps], [1, 1, 1]);
  assert.deepEqual(
    looked.results.map(({ event_type: type, job_step: isStep }) => [type, isStep]),
    [['IngestionQueued', true], ['PublicationAdded', false]], // oxfmt-ignore
  );
  await undoCause(cause);
  assert.equal((await history(doi))[0]?.event_type, 'PublicationDeleted');
});

undoing('counts summaries and consequences separately', async () => {
  const orcid = '0000-0002-1825-0097';
  bodyOf(await jo.post('/api/people', { orcid, name: 'Ada' }), 201);
  bodyOf(await jo.patch(`/api/people/${orcid}`, { name: 'Ada Öz' }));
  const [{ correlation_id: cause = '' } = {}] = bodyOf<{ history: readonly Event[] }>(
    await jo.get(`/api/people/${orcid}/history`),
  ).history;
  const doi = '10.5555/undo.matched';
  await addPaper(installation, doi, { original: { type: 'book', author: [{ family: 'Öz', given: 'Ada' }] } });
  const caller = { ...newCaller(randomIds, 'org', { type: 'system', id: 'test' }), correlationId: cause };
  const matching = { type: 'MatchAuthors', people: [{ orcid, names: ['Ada Öz'] }] } as const;
  await handle(installation, publicationAggregate, doi, matching, caller);
  const renamed = bodyOf<OfCause>(await undoCause(cause));
  assert.deepEqual([renamed.undone, renamed.refused, renamed.steps], [1, 1, 1]);

  const imported = bodyOf<{ doi: string }>(await jo.post('/api/import/doi', { doi: '10.5555/conf.kiln.77' }), 201);
  const [added] = (await history(imported.doi)).slice(-1);
  const undone = bodyOf<OfCause>(await undoCause(added?.correlation_id ?? ''));
  assert.deepEqual([undone.refused, undone.steps], [1, 1]);
});

undoing('turns a large undo into a job, which resumes where it was interrupted and does nothing twice', async () => {
  const cause = randomIds.next();
  const dois: string[] = [];
  for (let n = 0; n < 120; n += 1) dois.push(await paper(cause));
  const headers = { 'x-request-id': 'undo-of-the-cause' };
  const undo = (body: unknown) => jo.post(`/api/activity/causes/${cause}/undo`, body, { headers });
  const queued = bodyOf<{ id: string; events: number; status: string }>(await undo({}), 202);
  assert.deepEqual([queued.events, queued.status], [120, 'queued']);
  assert.equal(bodyOf<{ id: string }>(await undoCause(cause), 202).id, queued.id, 'the running job');
  bodyOf(await undo({ fields: ['/deleted'] }), 409);

  const job = await undoJobs.get(installation.state, 'org', queued.id);
  assert.ok(job !== null);
  const cutOff = await carryOut(installation, job, { size: 50 }).next();
  assert.equal(cutOff.value?.counts.undone, 50);
  // Killed before it could record its progress.
  await undoJobs.save(installation.state, job);
  const undone: number[] = [];
  for await (const { counts } of carryOut(installation, job, { size: 50 })) undone.push(counts.undone);
  assert.deepEqual(undone, [50, 100, 120], 'earlier changes are counted');

  const ended = bodyOf<Record<string, unknown>>(await jo.get(`/api/undos/${queued.id}`));
  assert.deepEqual([ended['status'], ended['undone'], ended['refused']], ['succeeded', 120, 0]);
  await installation.settled();
  const lengths = await Promise.all(dois.map(async (doi) => (await history(doi)).length));
  assert.deepEqual(new Set(lengths), new Set([2]), 'each was deleted once');
  bodyOf(await stranger.get(`/api/undos/${queued.id}`), 404);
});
