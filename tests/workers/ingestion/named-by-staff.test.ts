/** Names that staff gave a person are evidence for OpenAlex's list, whatever their ORCID name. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { linkedOrcids } from '../../../domain/publication/state.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';

const LISTED = ['J.Carberry', 'Y.Sato'];

const entry = (listedName: string) =>
  ({
    ...({ source: 'openalex', dois: [], identifiers: [], fallbackKey: `openalex.${listedName}`, listedName } as const),
    summary: { type: 'article-journal', title: `On pots, by ${listedName}` },
    from: { provider: 'openalex', url: 'https://example.org/list' },
  }) as const;

const naming = suite('a person whom staff named');
let installation: Installation;
let orcidName: string | null = null;
let otherNames: readonly string[] = [];
naming.before.each(async () => {
  const providers = providersThat({
    person: () =>
      Promise.resolve(
        listedAs({ creditName: orcidName, givenName: null, familyName: null, otherNames, biography: null }),
      ),
    list: (source) => Promise.resolve(listedAs(source === 'orcid' ? [] : LISTED.map(entry))),
  });
  installation = { ...(await openInstallation({ matching: false })), providers };
});
naming.after.each(() => installation.stop());

/** The names under which OpenAlex lists the works that are linked after an ingestion. */
const linkedAs = async (): Promise<readonly string[]> => {
  const [job] = await ingestAll(installation, [CARBERRY]);
  assert.equal(job?.status, 'succeeded');
  const names: string[] = [];
  for (const name of LISTED) {
    const { state } = await loadState(installation.events, publicationAggregate, 'org', `openalex.${name}`);
    if (state.status !== 'absent' && linkedOrcids(state).length > 0) names.push(name);
  }
  return names;
};
const name = (text: string | Record<string, string>) => {
  const caller = newCaller(installation.ids, 'org', { type: 'user', id: 'staff' });
  const register = { type: 'RegisterPerson', orcid: CARBERRY, name: text, saidBy: 'staff' } as const;
  return handle(installation, personAggregate, CARBERRY, register, caller);
};

for (const atOrcid of [null, 'Josiah Carberry'])
  naming(`is linked by each of those names, and by ORCID's (${atOrcid ?? 'withheld'})`, async () => {
    orcidName = atOrcid;
    await name({ en: 'Yo Sato', ja: '佐藤 陽' });
    assert.deepEqual(await linkedAs(), atOrcid === null ? ['Y.Sato'] : ['J.Carberry', 'Y.Sato']);
  });

naming('is linked by names that ORCID has besides, which stay other names', async () => {
  [orcidName, otherNames] = ['Josiah Carberry', ['Yo Sato', '佐藤 陽']];
  await name('J. S. C.');
  assert.deepEqual(await linkedAs(), ['J.Carberry', 'Y.Sato']);
  const stream = await loadState(installation.events, personAggregate, 'org', CARBERRY);
  assert.deepEqual(stream.state.status === 'active' && stream.state.otherNames, ['Josiah Carberry', ...otherNames]);
});

naming('is not linked by a name that only the works have', async () => {
  [orcidName, otherNames] = [null, []];
  assert.deepEqual([await linkedAs(), await linkedAs()], [[], []]);
});
