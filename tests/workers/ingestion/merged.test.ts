/** OpenAlex merges a work into another: it stays one work, with what staff have said of it. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { linkedOrcids } from '../../../domain/publication/state.ts';
import type { ListedWork, Providers } from '../../../workers/ingestion/ports.ts';
import { itemsOfPerson } from '../../../projections/queries/items-of-person.ts';
import { collect } from '../../support/event-stores.ts';
import { dispatch } from '../../support/dispatch.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';

const CARBERRY = '0000-0002-1825-0097';

const entry = (id: string, title: string): ListedWork => ({
  source: 'openalex',
  dois: [],
  identifiers: [],
  fallbackKey: `openalex.${id}`,
  summary: { type: 'report', title },
  from: { provider: 'openalex', url: 'https://example.org/openalex' },
  listedName: 'Josiah Carberry',
});

const merging = suite('a work that OpenAlex has merged into another');

merging('is the same work, and keeps the edits of staff', async () => {
  let list = [entry('W1', 'Notes on a harbour'), entry('W5', 'Notes on a pier')];
  const asked: string[] = [];
  const mergedInto: Providers['mergedInto'] = (keys) => {
    asked.push(...keys);
    return Promise.resolve(new Map([['openalex.W1', 'openalex.W2']]));
  };
  const providers = providersThat({
    list: (source) => Promise.resolve(listedAs(source === 'openalex' ? list : [])),
    mergedInto,
  });
  await using opened = await openInstallation({ matching: false });
  const installation = { ...opened, providers };
  const works = async (): Promise<readonly unknown[]> => {
    await ingestAll(installation, [CARBERRY]);
    await opened.settled();
    return await collect(itemsOfPerson(opened.readModels, 'org', CARBERRY));
  };
  assert.deepEqual(await works(), ['openalex.W1', 'openalex.W5']);
  assert.deepEqual(asked, []);
  await dispatch(opened, publicationAggregate, 'openalex.W1', {
    type: 'EditPublication',
    changes: [{ path: '/title', after: 'Notes on the harbour' }],
  });

  list = [entry('W2', 'Notes on a harbour'), entry('W5', 'Notes on a pier')];
  assert.deepEqual(await works(), ['openalex.W1', 'openalex.W5']);
  assert.deepEqual(asked, ['openalex.W1']);
  const { state } = await loadState(opened.events, publicationAggregate, 'org', 'openalex.W1');
  assert.ok(state.status !== 'absent');
  assert.deepEqual([Object.keys(state.overlay), linkedOrcids(state)], [['title'], [CARBERRY]]);
});
