/** Matching of names that too many people share: bounded, reported, and within one workspace. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../commands/caller.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import type { Log } from '../../../commands/ports.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { MATCHING } from '../../../domain/limits.ts';
import type { Present } from '../../../domain/publication/state.ts';
import { randomIds } from '../../../infra/system.ts';
import { openBacklog, type Cause } from '../../../workers/matching/backlog.ts';
import { runMatching } from '../../../workers/matching/index.ts';
import { passedOverIn } from '../../../commands/passed-over.ts';
import { peopleByName } from '../../../workers/matching/people.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { silent } from '../../support/silent.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/suite.ts';
import { addPaper } from '../../support/papers.ts';
import { running } from '../../support/closing.ts';

const NOT_LINKED = { links: {}, unlinked: {}, listed: [] } as unknown as Present;

const names = suite('the candidates for an author');

names('are those with the family name and initial, unless too many have them', () => {
  const people = peopleByName();
  for (let n = 0; n < 5_000; n += 1) {
    const names = [n < 3 ? 'Quentin Wang' : `Wei${n % 2_000} Wang`];
    people.put({ workspace: 'org', orcid: inventedOrcid(n), names, status: 'none' });
  }
  const near = (given: string) =>
    people.near('org', { type: 'article', author: [{ family: 'Wang', given }] }, NOT_LINKED);
  assert.deepEqual([near('Quentin').people.length, near('Quentin').passedOver], [3, 0]);
  assert.deepEqual([near('Wei1').people.length, near('Wei1').passedOver], [0, 4_997]);
});

names('are limited per publication', () => {
  const people = peopleByName();
  const author = Array.from({ length: 6_000 }, (_, n) => ({ family: `Word${n}`, given: 'Given' }));
  for (let n = 0; n < 6_000; n += 1)
    people.put({ workspace: 'org', orcid: inventedOrcid(n), names: [`Given Word${n}`], status: 'none' });
  const near = people.near('org', { type: 'article', author }, NOT_LINKED);
  assert.equal(near.people.length, MATCHING.candidatesOfRecord);
  assert.ok(near.passedOver > 0);
});

names('exclude those of another workspace', () => {
  const people = peopleByName();
  people.put({ workspace: 'b', orcid: inventedOrcid(1), names: ['Ada Writer'], status: 'none' });
  const near = people.near('a', { type: 'article', author: [{ literal: 'Ada Writer' }] }, NOT_LINKED);
  assert.deepEqual(near, { people: [], passedOver: 0 });
});

names('exclude archived people, unless they are linked', () => {
  const people = peopleByName();
  const ada = { workspace: 'org', orcid: inventedOrcid(1), names: ['Ada Writer'], status: 'none' } as const;
  people.put(ada);
  people.put({ ...ada, isArchived: true });
  const near = (state: Present) => people.near('org', { type: 'article', author: [{ literal: 'Ada Writer' }] }, state);
  assert.deepEqual(near(NOT_LINKED), { people: [], passedOver: 0 });
  assert.equal(near({ ...NOT_LINKED, links: { [ada.orcid]: 'staff' } }).people.length, 1);
});

const at = (position: number): Cause => ({ position, after: position - 1, id: null, correlationId: null });

const backlogs = suite('the backlog of matching');

backlogs('is replaced by a full pass when it is too large, and other workspaces have their turn', () => {
  const backlog = openBacklog();
  for (let n = 1; n <= 10 * MATCHING.waiting; n += 1)
    backlog.add('full', { kind: 'publication', id: `10.5555/${n}` }, at(n));
  backlog.add('other', { kind: 'publication', id: '10.5555/x' }, at(99_999));
  assert.deepEqual(backlog.workspaces(), ['full', 'other']);
  assert.equal(backlog.since(), 0);
  assert.equal(backlog.take('other')?.kind, 'publication');
  assert.deepEqual(backlog.workspaces(), ['full']);
  let steps = 0;
  for (let next = backlog.take('full'); next !== null && next.kind !== 'page'; next = backlog.take('full')) steps += 1;
  assert.ok(steps <= MATCHING.waiting, `${steps} of them still waited alone`);
  backlog.passed('full', 'full~10.5555/1');
  assert.deepEqual(backlog.kept()['full']?.all, { after: 'full~10.5555/1' });
  backlog.passed('full', null);
  assert.equal(backlog.since(), null);
});

backlogs('is replaced by another pass when too much arrived during one', () => {
  const backlog = openBacklog();
  const flood = (from: number): void => {
    for (let n = from; n <= from + MATCHING.waiting; n += 1)
      backlog.add('w', { kind: 'publication', id: `10.5555/${n}` }, at(n));
  };
  flood(1);
  assert.equal(backlog.take('w')?.kind, 'page');
  flood(10_000);
  backlog.passed('w', null);
  assert.equal(backlog.since(), 9_999);
  const next = backlog.take('w');
  assert.deepEqual([next?.kind, next?.kind === 'page' ? next.after : ''], ['page', null]);
  backlog.passed('w', null);
  assert.deepEqual(backlog.workspaces(), []);
});

backlogs('continues after a restart where it was', () => {
  const before = openBacklog();
  before.add('a', { kind: 'person', id: inventedOrcid(1) }, at(7));
  before.add('a', { kind: 'publication', id: '10.5555/1' }, at(9));
  before.add('a', { kind: 'publication', id: '10.5555/1' }, at(12));
  const kept = before.kept();
  assert.deepEqual(kept, { a: { since: 6, dois: ['10.5555/1'], orcids: [inventedOrcid(1)], all: null } });
  const after = openBacklog(kept);
  assert.equal(after.since(), 6);
  assert.deepEqual([after.take('a')?.kind, after.take('a')?.kind, after.take('a')], ['person', 'publication', null]);
});

backlogs('keeps what has come since, when an entry is put back because the rows lag', () => {
  const backlog = openBacklog();
  const person = { kind: 'person', id: inventedOrcid(1) } as const;
  backlog.add('a', person, at(7));
  const taken = backlog.take('a');
  assert.ok(taken !== null);
  // Named while the rows of the registration were waited for.
  backlog.add('a', person, at(9));
  backlog.add('a', person, taken.cause);
  assert.equal(backlog.since(), 6);
  assert.equal(backlog.take('a')?.cause.position, 9);
});

const MANY = MATCHING.candidates + 50;
const RECORDS = 12;

const callerIn = (workspace: string) => newCaller(randomIds, workspace, { type: 'user', id: 'member' });

const register = (installation: Installation, workspace: string, n: number, name: string) =>
  handle(
    installation,
    personAggregate,
    inventedOrcid(n),
    { type: 'RegisterPerson', orcid: inventedOrcid(n), name, biography: null, saidBy: 'staff' },
    callerIn(workspace),
  );

const publish = (installation: Installation, workspace: string, doi: string, author: readonly { literal: string }[]) =>
  addPaper(installation, doi, { original: { type: 'article', title: doi, DOI: doi, author }, workspace });

const suggestedOf = async ({ events }: Installation, workspace: string, doi: string): Promise<readonly string[]> => {
  const { state } = await loadState(events, publicationAggregate, workspace, doi);
  return state.status === 'absent' ? [] : state.match.suggested.map(({ orcid }) => orcid);
};

const flooded = suite('a workspace of names that all share their words');

flooded('is matched to the end, reports who was skipped, and does not delay other workspaces', async () => {
  await using installation = await openInstallation({ matching: false });
  const warned: string[] = [];
  const log: Log = {
    ...silent,
    warn: (fields, message) => void warned.push(`${String(fields['workspace'])}: ${message}`),
  };
  let measured = 0;
  const words = (n: number): string => `Aba Beba Ceca Deda U${n}`;
  for (let n = 0; n < MANY; n += 1) await register(installation, 'org', n, words(n));
  for (let n = 0; n < RECORDS; n += 1)
    await publish(installation, 'org', `10.5555/flood.${n}`, [{ literal: words(n) }, { literal: 'Aba Beba Ceca' }]);
  await register(installation, 'b', 1, 'Ada Writer');
  await publish(installation, 'b', '10.5555/calm', [{ literal: 'Ada Writer' }]);
  await installation.settled();

  const passedOver = (people: number): void => void (measured += people);
  const deps = { ...installation, log, passedOver };
  await using _matching = running((signal) => runMatching(deps, signal));
  await until(
    () => suggestedOf(installation, 'b', '10.5555/calm'),
    (suggested) => suggested.includes(inventedOrcid(1)),
  );
  const reported = await until(
    () => passedOverIn(installation.state, 'org'),
    (found) => found !== null && found.publications >= RECORDS,
  );
  assert.ok((reported?.people ?? 0) > 0);
  assert.ok(measured > 0);
  assert.ok(warned.includes('org: matching passed over people whose names too many share'), warned.join('\n'));
  assert.equal(await passedOverIn(installation.state, 'b'), null);
  // The word that only they have still finds them.
  assert.deepEqual(await suggestedOf(installation, 'org', '10.5555/flood.3'), [inventedOrcid(3)]);
});

const resembling = suite('a record whose authors too many people resemble');

resembling('counts the authors that were not compared with all of them', async () => {
  await using installation = await openInstallation({ matching: false });
  let measured = 0;
  await register(installation, 'org', 1, 'Quentin Wang');
  const author = Array.from({ length: MATCHING.comparisonsPerName + 1 }, (_, n) => ({
    literal: `Q. ${'x'.repeat(n % 7)} Wang`,
  }));
  await publish(installation, 'org', '10.5555/namesakes', author);
  await installation.settled();
  const passedOver = (people: number): void => void (measured += people);
  await using _matching = running((signal) => runMatching({ ...installation, passedOver }, signal));
  const noted = await until(
    () => passedOverIn(installation.state, 'org'),
    (found) => found !== null,
  );
  assert.deepEqual([noted?.people, noted?.doi], [1, '10.5555/namesakes']);
  assert.ok(measured >= 1);
});
