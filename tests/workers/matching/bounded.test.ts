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
import type { ReadModels } from '../../../projections/ports.ts';
import { runMatchingRole } from '../../../workers/matching/index.ts';
import { passedOverIn } from '../../../commands/passed-over.ts';
import { peopleByName } from '../../../workers/matching/people.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { noWaits, silent } from '../../support/silent.ts';
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
  await using _matching = running((signal) => runMatchingRole(deps, { name: 'test', signal, waits: noWaits }));
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
  const deps = { ...installation, passedOver };
  await using _matching = running((signal) => runMatchingRole(deps, { name: 'test', signal, waits: noWaits }));
  const noted = await until(
    () => passedOverIn(installation.state, 'org'),
    (found) => found !== null,
  );
  assert.deepEqual([noted?.people, noted?.doi], [1, '10.5555/namesakes']);
  assert.ok(measured >= 1);
});

const common = suite('a person whose name occurs in very many publications');

common('has every publication of the workspace matched', async () => {
  await using installation = await openInstallation({ matching: false });
  const dois = ['10.5555/common.1', '10.5555/common.2'];
  for (const doi of dois) await publish(installation, 'org', doi, [{ literal: 'Ada Writer' }]);
  await installation.settled();
  await installation.state.put('matching/checkpoint', { position: await installation.events.head() });
  await register(installation, 'org', 1, 'Ada Writer');
  let found = 0;
  const find: ReadModels['find'] = async (collection, asked) => {
    const rows = await installation.readModels.find(collection, asked);
    if ((asked.where.terms ?? []).length === 0) return rows;
    // As many as it looks for, and none of those that are there.
    const invented = Array.from({ length: asked.limit }, () => ({
      id: `org~${(found += 1)}`,
      doi: `10.5555/${found}`,
    }));
    return invented as unknown as typeof rows;
  };
  const deps = { ...installation, readModels: { ...installation.readModels, find } };
  await using _matching = running((signal) => runMatchingRole(deps, { name: 'test', signal, waits: noWaits }));
  for (const doi of dois)
    await until(
      () => suggestedOf(installation, 'org', doi),
      (suggested) => suggested.includes(inventedOrcid(1)),
    );
  assert.ok(found > MATCHING.collected);
});
