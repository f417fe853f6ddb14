/** When providers are queried: a harvest requests a DOI when it is due, jobs of staff always do. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../../../commands/bootstrap.ts';
import { loadState } from '../../../commands/aggregate.ts';
import { everyRecord } from '../../../commands/every-record.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { forgetChecks } from '../../../workers/ingestion/provider-checks.ts';
import { ingestAll } from '../../support/ingesting.ts';
import type { Installation } from '../../support/installation.ts';
import type { Institute } from '../../support/institute.ts';
import { suite } from '../../support/suite.ts';
import { atInstitute, type AtInstitute, type Invented } from './at-institute.ts';

const asking = suite('querying the providers');

type Stage = AtInstitute & {
  /** Jobs of everyone, queued by the harvest or by staff. */
  readonly harvest: (installation?: Installation) => Promise<void>;
  readonly byStaff: () => Promise<void>;
  readonly daysLater: (days: number) => void;
};

const on = (options: Invented, test: (stage: Stage) => Promise<void>): Promise<void> =>
  atInstitute(options, (institute) => {
    const { installation, orcids, hoursLater } = institute;
    return test({
      ...institute,
      harvest: async (at = installation) => {
        const jobs = await ingestAll(at, orcids, { triggerSource: 'harvest', workers: 2 });
        assert.deepEqual([...new Set(jobs.map(({ status }) => status))], ['succeeded']);
      },
      byStaff: async () => void (await ingestAll(installation, orcids)),
      daysLater: (days) => hoursLater(24 * days),
    });
  });

const described = ({ crossref, datacite, fromOpenalex }: ReturnType<Institute['counted']>): readonly number[] => [
  crossref,
  datacite,
  fromOpenalex,
];

asking('for 30 papers of 20 co-authors makes 30 requests for records, and one per person and list', () =>
  on({ people: 20, papers: 30 }, async ({ harvest, counted }) => {
    await harvest();
    const { facts: _facts, changes: _changes, wholeLists: _whole, ...requests } = counted();
    assert.deepEqual(requests, { person: 20, orcid: 20, openalex: 20, crossref: 30, datacite: 0, fromOpenalex: 0 });
  }),
);

asking('is repeated after one day, then after two more, while nothing changes', () =>
  on({ people: 2, papers: 3 }, async ({ harvest, counted, daysLater }) => {
    const requests: number[] = [];
    for (let night = 0; night < 9; night += 1) {
      await harvest();
      requests.push(counted().crossref);
      daysLater(1);
    }
    assert.deepEqual(requests, [3, 3, 3, 0, 3, 0, 0, 0, 3]);
  }),
);

asking('is daily again once a record has changed', () =>
  on({ people: 1, papers: 2 }, async ({ harvest, counted, daysLater, correct, dois, installation }) => {
    await harvest();
    for (const days of [1, 1, 2]) {
      daysLater(days);
      await harvest();
    }
    counted();
    correct(dois[0] ?? '');
    daysLater(4);
    await harvest();
    assert.equal(counted().crossref, 2);
    const { state } = await loadState(installation.events, publicationAggregate, 'org', dois[0] ?? '');
    assert.match(String(state.status !== 'absent' && state.original.title), /corrected/);
    daysLater(1);
    await harvest();
    assert.equal(counted().crossref, 1);
  }),
);

asking('skips a provider without the DOI until it is due', () =>
  on({ people: 2, papers: 3, metadataOf: () => 'openalex' }, async ({ harvest, byStaff, counted, daysLater }) => {
    await harvest();
    assert.deepEqual(described(counted()), [3, 3, 3]);
    await byStaff();
    assert.deepEqual(described(counted()), [0, 0, 6]);
    await harvest();
    assert.deepEqual(described(counted()), [0, 0, 0]);
    daysLater(1);
    await harvest();
    assert.deepEqual(described(counted()), [3, 3, 3]);
  }),
);

asking('records that no provider knows a DOI', () =>
  on({ people: 2, papers: 3, metadataOf: () => null }, async ({ harvest, byStaff, counted }) => {
    await harvest();
    assert.deepEqual(described(counted()), [3, 3, 3]);
    await harvest();
    assert.deepEqual(described(counted()), [0, 0, 0]);
    // Staff may have registered it a minute ago.
    await byStaff();
    assert.deepEqual(described(counted()), [6, 6, 6]);
  }),
);

asking('is always done for staff', () =>
  on({ people: 2, papers: 3 }, async ({ harvest, byStaff, counted, correct, dois, installation }) => {
    await harvest();
    counted();
    correct(dois[1] ?? '');
    await byStaff();
    assert.equal(counted().crossref, 6);
    const { state } = await loadState(installation.events, publicationAggregate, 'org', dois[1] ?? '');
    assert.match(String(state.status !== 'absent' && state.original.title), /corrected/);
  }),
);

asking('is done for a workspace that lacks the record, or has an older one', () =>
  on({ people: 2, papers: 3 }, async ({ harvest, counted, correct, dois, installation, daysLater }) => {
    await createWorkspace(installation, 'other', 'Other');
    const other = { ...installation, caller: { ...installation.caller, workspace: 'other' } };
    await harvest();
    counted();
    await harvest(other);
    assert.equal(counted().crossref, 3);
    await harvest(other);
    assert.equal(counted().crossref, 0);
    daysLater(1);
    correct(dois[0] ?? '');
    await harvest();
    assert.equal(counted().crossref, 3);
    await harvest(other);
    assert.equal(counted().crossref, 1);
    const { state } = await loadState(installation.events, publicationAggregate, 'other', dois[0] ?? '');
    assert.match(String(state.status !== 'absent' && state.original.title), /corrected/);
  }),
);

asking('is repeated for records that were reset', () =>
  on({ people: 1, papers: 2 }, async ({ harvest, counted, dois, installation }) => {
    await harvest();
    counted();
    const caller = { ...installation.caller, commandId: installation.ids.next() };
    await handle(installation, publicationAggregate, dois[0] ?? '', { type: 'ResetPublication' }, caller);
    await harvest();
    assert.equal(counted().crossref, 1);
    const { state } = await loadState(installation.events, publicationAggregate, 'org', dois[0] ?? '');
    assert.equal(state.status, 'active');
  }),
);

asking('is repeated, without changes, when its history is lost', () =>
  on({ people: 2, papers: 3 }, async ({ harvest, counted, installation }) => {
    await harvest();
    counted();
    const before = await installation.events.head();
    for await (const { key } of everyRecord(installation.state, 'asked/')) await installation.state.remove(key);
    await harvest();
    assert.equal(counted().crossref, 3);
    for await (const { stream } of installation.events.readAll({ from: before })) assert.match(stream, /^ingestion-/);
  }),
);

asking('stores nothing that names an erased person', () =>
  on({ people: 2, papers: 3 }, async ({ harvest, orcids, installation }) => {
    await harvest();
    const named = async (): Promise<readonly string[]> => {
      const keys: string[] = [];
      for await (const { key, value } of everyRecord(installation.state, 'asked/'))
        if (`${key}${JSON.stringify(value)}`.includes(orcids[0] ?? '')) keys.push(key);
      return keys;
    };
    assert.equal((await named()).length, 2);
    await forgetChecks(installation.state, 'org', orcids[0] ?? '');
    assert.deepEqual(await named(), []);
  }),
);
