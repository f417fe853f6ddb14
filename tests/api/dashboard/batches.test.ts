/** One action on many publications over HTTP: previewed, carried out as previewed, and undone as one. */
import assert from 'node:assert/strict';
import { batches, nextOf, queueBatch, type Batch } from '../../../commands/publication-batches/batches.ts';
import { REQUEST, SEARCH } from '../../../domain/limits.ts';
import { newCaller } from '../../../commands/caller.ts';
import { randomIds } from '../../../infra/system.ts';
import { carryOut } from '../../../workers/publication-batches/run.ts';
import { bodyOf, type Person } from '../../support/dashboard.ts';
import { addPaper } from '../../support/papers.ts';
import { refusesEach, staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const acting = suite('a batch of publications', { timeoutMs: 240_000 });
const { installation, jo, admin, stranger } = await staffed(acting);
const PATH = '/api/publications/batches';
const TOO_MANY_WORDS = Array.from({ length: SEARCH.terms + 1 }, (_, n) => `w${n}`).join(' ');

type Counts = Record<'publications' | 'changed' | 'unchanged' | 'refused', number>;
type Answer = Counts & {
  readonly token: string;
  readonly expires_at: number;
  readonly correlation_id: string;
  readonly results: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly outcome: string;
    readonly reason: string | null;
    readonly code: string | null;
  }[];
};

const LATER = '10.5555/batch.later';
const SHOW = [{ op: 'replace', path: '/visible', value: true }];

let made = 0;
/** A few publications whose titles share a unique word. */
const papers = async (count: number): Promise<{ readonly word: string; readonly dois: readonly string[] }> => {
  made += 1;
  const word = `word${made}`;
  const dois = Array.from({ length: count }, (_, n) => `10.5555/batch.${made}.${n}`);
  for (const doi of dois) await addPaper(installation, doi, { title: `Pots ${word}` });
  return { word, dois };
};

const ask = (body: unknown, query = '', who: Person = jo) => who.post(`${PATH}${query}`, body);
const answered = async (body: unknown, query = ''): Promise<Answer> => bodyOf<Answer>(await ask(body, query));
const found = async (query: string): Promise<number> =>
  bodyOf<{ total: number }>(await jo.get(`/api/publications?${query}`)).total;
const countsOf = ({ publications, changed, unchanged, refused }: Counts) => [publications, changed, unchanged, refused];
const lengthOf = async (doi: string): Promise<number> =>
  bodyOf<{ history: readonly unknown[] }>(await jo.get(`/api/publications/${doi}/history`)).history.length;

acting('is previewed without changes, then carried out once under its token', async () => {
  const { word, dois } = await papers(4);
  const [deleted = '', hidden = ''] = dois;
  bodyOf(await jo.delete(`/api/publications/${deleted}`));
  await answered({ action: 'hide', ids: [hidden] });
  const filter = { q: word, status: 'all' };

  const looked = await answered({ action: 'hide', filter, dry_run: true });
  assert.equal(await found(`q=${word}&visibility=hidden`), 1, 'nothing has changed');
  assert.equal(looked.publications, 4);
  assert.ok(looked.expires_at > installation.clock.now());
  const outcomes = looked.results.map(({ id, outcome }) => [id, outcome]);
  assert.deepEqual(
    new Set(outcomes.filter(([, outcome]) => outcome === 'changed').map(([id]) => id)),
    new Set(dois.filter((doi) => doi !== hidden)),
  );
  assert.ok(looked.results.every(({ title }) => title === `Pots ${word}`));
  assert.ok(looked.results.every(({ outcome, reason }) => (outcome === 'refused') === (reason !== null)));

  await addPaper(installation, `10.5555/late.${word}`, { title: `Pots ${word}` });
  await installation.settled();
  const done = await answered({ action: 'hide', token: looked.token });
  assert.deepEqual(countsOf(done), countsOf(looked), 'later publications are not part of it');
  assert.equal(done.correlation_id, looked.token);
  assert.equal(await found(`q=${word}&visibility=hidden`), 3);
  const lengths = await Promise.all(dois.map(lengthOf));
  assert.deepEqual(countsOf(await answered({ action: 'hide', token: looked.token })), countsOf(done));
  assert.deepEqual(await Promise.all(dois.map(lengthOf)), lengths, 'a repeated request does nothing more');

  const undone = bodyOf<{ undone: number }>(await jo.post(`/api/activity/causes/${looked.token}/undo`, {}));
  assert.equal(undone.undone, 3);
  assert.equal(await found(`q=${word}&visibility=hidden`), 1);
});

acting(
  'that is sent again under its token keeps changes made in the meantime, and returns the same response',
  async () => {
    const { dois } = await papers(2);
    const [hidden = '', shown = ''] = dois;
    await answered({ action: 'hide', ids: [hidden] });
    const { token } = await answered({ action: 'hide', ids: [...dois, LATER], dry_run: true });
    const done = await answered({ action: 'hide', token });
    assert.deepEqual(countsOf(done), [3, 1, 1, 1]);
    for (const doi of [hidden, shown]) bodyOf(await jo.patch(`/api/publications/${doi}`, SHOW));
    await addPaper(installation, LATER, { title: 'Pots that came later' });
    const again = await answered({ action: 'hide', token });
    const outcomes = ({ results }: Answer) => results.map(({ id, outcome, reason }) => [id, outcome, reason]);
    assert.deepEqual([countsOf(again), outcomes(again)], [countsOf(done), outcomes(done)]);
    for (const doi of [...dois, LATER])
      assert.equal(bodyOf<{ visible: boolean }>(await jo.get(`/api/publications/${doi}`)).visible, true, doi);
  },
);

acting('deletes and restores publications, with the reason for each that it refuses', async () => {
  const { dois } = await papers(2);
  const ids = [...dois, '10.5555/there.is.none', dois[0]];
  const done = await answered({ action: 'delete', ids });
  assert.deepEqual(countsOf(done), [3, 2, 0, 1]);
  assert.deepEqual(done.results[0]?.id, '10.5555/there.is.none', 'refusals come first');
  assert.match(done.results[0]?.reason ?? '', /\w/u);
  assert.equal(done.results[0]?.code, 'publication_not_found');
  assert.deepEqual(countsOf(await answered({ action: 'delete', ids: dois })), [2, 0, 2, 0]);
  assert.deepEqual(countsOf(await answered({ action: 'restore', ids: dois })), [2, 2, 0, 0]);
});

acting('is previewed in pages over the same publications', async () => {
  const { word } = await papers(5);
  const first = await answered({ action: 'delete', filter: { q: word }, dry_run: true }, '?per_page=2');
  const rest = await Promise.all(
    [2, 3].map((page) => answered({ action: 'delete', token: first.token, dry_run: true }, `?per_page=2&page=${page}`)),
  );
  assert.equal(new Set([first, ...rest].flatMap(({ results }) => results.map(({ id }) => id))).size, 5);
  assert.ok(rest.every(({ token, expires_at }) => token === first.token && expires_at === first.expires_at));
});

acting('of many is a job, which resumes where it was interrupted and does nothing twice', async () => {
  const { word, dois } = await papers(250);
  await installation.settled();
  const looked = await answered({ action: 'hide', filter: { q: word }, dry_run: true });
  assert.deepEqual(countsOf(looked), [250, 250, 0, 0]);
  const asLookedAt = { action: 'hide', token: looked.token };
  const queued = bodyOf<{ id: string; status: string }>(await ask(asLookedAt), 202);
  assert.deepEqual([queued.id, queued.status], [looked.token, 'queued']);

  const batch = await batches.get(installation.state, 'org', queued.id);
  assert.ok(batch !== null);
  const { value: further } = await carryOut(installation, batch).next();
  assert.ok(further !== undefined && further.counts.changed > 0 && further.finishedAt === null);
  // Killed before it could record its progress.
  await batches.save(installation.state, batch);
  const steps: Batch[] = [];
  for await (const step of carryOut(installation, batch)) steps.push(step);
  assert.deepEqual(steps[0]?.counts, further.counts, 'earlier changes are counted');

  const ended = bodyOf<Counts & { status: string }>(await jo.get(`${PATH}/${queued.id}`));
  assert.deepEqual([ended.status, ...countsOf(ended)], ['succeeded', 250, 250, 0, 0]);
  bodyOf(await stranger.get(`${PATH}/${queued.id}`), 404);
  assert.equal(
    bodyOf<{ status: string }>(await ask(asLookedAt), 202).status,
    'succeeded',
    'a repeated request returns the final state',
  );
  await refusesEach(ask, [['action', { action: 'delete', token: looked.token }]]);
  await installation.settled();
  assert.deepEqual(new Set(await Promise.all(dois.map(lengthOf))), new Set([2]), 'each was hidden once');
});

acting('of many ids is queued once under a request id, which no other batch may have', async () => {
  const { dois } = await papers(102);
  const under = { headers: { 'x-request-id': 'one-action' } };
  const send = (action: string, ids: readonly string[]) => jo.post(PATH, { action, ids }, under);
  const { id } = bodyOf<{ id: string }>(await send('hide', dois), 202);
  assert.equal(bodyOf<{ id: string }>(await send('hide', dois), 202).id, id);
  bodyOf(await send('delete', dois), 409);
  bodyOf(await send('hide', dois.slice(1)), 409);
});

acting('is kept, queued or previewed, when another is previewed under its request id', async () => {
  const { dois } = await papers(103);
  const under = { headers: { 'x-request-id': 'one-request' } };
  const preview = async (ids: readonly string[]): Promise<Answer> =>
    bodyOf<Answer>(await jo.post(PATH, { action: 'hide', ids, dry_run: true }, under));
  const [first = '', second = '', ...rest] = dois;
  const [looked, other] = [await preview([first]), await preview([second])];
  const done = await answered({ action: 'hide', token: looked.token });
  assert.deepEqual(
    done.results.map(({ id }) => id),
    [first],
  );

  const { id } = bodyOf<{ id: string }>(await jo.post(PATH, { action: 'hide', ids: rest }, under), 202);
  await preview([second]);
  const batch = await batches.get(installation.state, 'org', id);
  assert.ok(batch !== null);
  assert.deepEqual(await nextOf(installation.state, batch), rest);
  assert.deepEqual((await answered({ action: 'hide', token: other.token })).publications, 1);
});

acting('is carried out only for the user who previewed it, and only as previewed', async () => {
  const { word, dois } = await papers(1);
  const { token } = await answered({ action: 'hide', filter: { q: word }, dry_run: true });
  for (const who of [admin, stranger]) bodyOf(await ask({ action: 'hide', token }, '', who), 404);
  await refusesEach(ask, [
    ['action', { action: 'delete', token }],
    ['action', { action: 'erase', ids: dois }],
    ['filter', { action: 'hide', filter: { title: word }, dry_run: true }],
    ['dry_run', { action: 'hide', filter: { q: word } }],
    ['filter/q', { action: 'hide', filter: { q: TOO_MANY_WORDS }, dry_run: true }],
    ['ids', { action: 'hide' }],
    ['token', { action: 'hide', ids: dois, token }],
    ['ids/1', { action: 'hide', ids: [...dois, 'x'] }],
    ['ids', { action: 'hide', ids: Array.from({ length: REQUEST.bulkItems + 1 }, (_, n) => `10.5555/${n}`) }],
  ]);
  const { error, details } = bodyOf<{ error: string; details: { errors: readonly { field: string }[] } }>(
    await ask({ action: 'hide', filter: { publication_yaer: 2020 }, dry_run: true }),
    400,
  );
  assert.match(error, /^invalid body: filter\/publication_yaer is not known; did you mean publication_year\?/u);
  assert.deepEqual(
    details.errors.map(({ field }) => field),
    ['filter/publication_yaer'],
  );
  assert.equal(await found(`q=${word}&visibility=hidden`), 0);
});

acting('names missing and conflicting parameters, each once', async () => {
  const problemsOf = async (body: unknown): Promise<readonly string[]> =>
    bodyOf<{ details: { errors: readonly { field: string; message: string }[] } }>(
      await ask(body),
      400,
    ).details.errors.map(({ field, message }) => `${field} ${message}`);
  assert.deepEqual(await problemsOf({ action: 'hide', filter: {} }), ['dry_run is required']);
  assert.deepEqual(await problemsOf({ action: 'hide', token: 1 }), ['token must be a string']);
  assert.deepEqual(await problemsOf({ action: 'hide' }), [
    'ids is required',
    'filter is required',
    'token is required',
  ]);
  assert.deepEqual(await problemsOf({}), ['action is required']);
  assert.deepEqual(await problemsOf([]), ['body must be an object']);
});

acting('continues after an outage: recorded changes remain, and the rest follows', async () => {
  const { dois } = await papers(3);
  const caller = newCaller(randomIds, 'org', { type: 'user', id: 'u-1' });
  const id = caller.correlationId;
  let appends = 0;
  const failing = Object.assign(Object.create(installation.events) as typeof installation.events, {
    append: (...args: Parameters<typeof installation.events.append>) => {
      appends += 1;
      if (appends === 2) return Promise.reject(new Error('the store is away'));
      return installation.events.append(...args);
    },
  });
  const batch = await queueBatch(installation, caller, 'hide', dois);
  await assert.rejects(carryOut({ ...installation, events: failing }, batch).next(), /away/u);
  const kept = await batches.get(installation.state, 'org', id);
  assert.ok(kept !== null && kept.finishedAt === null);
  const { value: ended } = await carryOut(installation, kept).next();
  assert.deepEqual([ended?.status, ended?.counts.changed], ['succeeded', 3]);
  assert.deepEqual(new Set(await Promise.all(dois.map(lengthOf))), new Set([2]));
});
