/** A provider's record with very many authors, as a workspace stores it. */
import { orcidAddress } from '../../../domain/orcid.ts';
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import type { CslItem } from '../../../domain/csl.ts';
import { RECORD } from '../../../domain/limits.ts';
import { authorsOmitted } from '../../../domain/publication/trimming.ts';
import { linkedOrcids, type Present } from '../../../domain/publication/state.ts';
import { randomIds } from '../../../infra/system.ts';
import type { Described, Providers } from '../../../workers/ingestion/ports.ts';
import { type Recorded, recordPublication } from '../../../workers/ingestion/record.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { suite } from '../../support/suite.ts';

const trimming = suite('a record of more authors than are kept');
const DOI = '10.5555/crowd';
const CARBERRY = '0000-0002-1825-0097';
const LOVELACE = '0000-0001-5109-3700';
const NOW = new AbortController().signal;

const crowd = (count: number, abstract?: string): CslItem => ({
  type: 'article-journal',
  title: 'A crowd',
  DOI,
  author: Array.from({ length: count }, (_, n) => {
    if (n === 7_000) return { family: 'Lovelace', given: 'A.' };
    return { family: `F-${n}`, given: 'G', ...(n === 8_000 ? { ORCID: orcidAddress(CARBERRY) } : {}) };
  }),
  ...(abstract === undefined ? {} : { abstract }),
});

let installation: Installation;
/** Whether the request was conditional on the current record. */
let validated: boolean[] = [];

const record = async (csl: CslItem): Promise<Recorded | null> => {
  const described = {
    kind: 'described',
    csl,
    source: { provider: 'crossref', url: 'https://api.crossref.org', etag: '"1"' },
    fetchedAt: Date.now(),
    retracts: [],
    retractedBy: [],
  } as const satisfies Described;
  const describe: Providers['describe'] = (_provider, _doi, known) => {
    validated.push(known !== null);
    return Promise.resolve(described);
  };
  const deps = { ...installation, providers: { ...installation.providers, describe } };
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  return recordPublication(deps, { doi: DOI, links: [], facts: undefined, fallback: null }, caller, NOW);
};
const present = async (): Promise<Present> =>
  (await loadState(installation.events, publicationAggregate, 'org', DOI)).state as Present;

trimming.before(async () => {
  installation = await openInstallation({ matching: false });
  await installation.settled();
});
trimming.after(() => installation.stop());

trimming('keeps those with an iD, and counts the rest', async () => {
  await record(crowd(9_000));
  const state = await present();
  assert.equal(state.original.author?.length, RECORD.authors + 1);
  assert.deepEqual(state.original.author?.at(-1), { family: 'F-8999', given: 'G' });
  assert.equal(authorsOmitted(state.original), 9_000 - RECORD.authors - 1);
  assert.deepEqual(linkedOrcids(state), [CARBERRY]);
});

trimming('lists a person who is registered later, since the whole record is fetched', async () => {
  const caller = newCaller(randomIds, 'org', { type: 'user', id: 'u1' });
  const registration = { orcid: LOVELACE, name: 'Ada Lovelace', biography: null, saidBy: 'staff' } as const;
  await handle(installation, personAggregate, LOVELACE, { type: 'RegisterPerson', ...registration }, caller);
  await installation.settled();
  validated = [];
  assert.equal((await record(crowd(9_000)))?.outcome, 'refreshed');
  assert.deepEqual(validated, [false]);
  const { original } = await present();
  assert.ok(original.author?.some(({ family }) => family === 'Lovelace'));
  assert.equal(authorsOmitted(original), 9_000 - RECORD.authors - 2);
});

trimming('is refused with a clear reason if it is still too large', async () => {
  await assert.rejects(record(crowd(9_000, 'x'.repeat(RECORD.bytes))), {
    code: 'record_too_large',
    message: /the record of 10\.5555\/crowd is \d+ bytes of JSON; at most 409600 are accepted/u,
  });
  await assert.rejects(record(crowd(RECORD.authorsRead + 1)), {
    code: 'record_too_large',
    message: /100001 authors; at most 100000 are read/u,
  });
});
