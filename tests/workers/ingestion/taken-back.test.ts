/** An identifier that a list wrongly gives to a publication, and the links of everyone who lists it once it is withdrawn. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { identifierAggregate } from '../../../commands/aggregates.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { undoEvent } from '../../../commands/undo/undo-event.ts';
import { linkedOrcids } from '../../../domain/publication/state.ts';
import type { ListedWork } from '../../../workers/ingestion/ports.ts';
import { ingestAll } from '../../support/ingesting.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { listedAs } from '../../support/listed-as.ts';
import { providersThat } from '../../support/providers-that.ts';
import { suite } from '../../support/suite.ts';
import { withAdminCheck } from '../../../projections/queries/members.ts';

const CARBERRY = '0000-0002-1825-0097';
const ADA = '0000-0001-5109-3700';
const DOI = '10.5555/pots.1';

type Source = ListedWork['source'];
type Names = { readonly doi?: string; readonly pmid?: string };

const entry = (source: Source, orcid: string, n: number, { doi, pmid }: Names): ListedWork => ({
  source,
  dois: doi === undefined ? [] : [doi],
  identifiers: pmid === undefined ? [] : [{ type: 'pmid', value: pmid }],
  fallbackKey: `${source}.${orcid}.${n}`,
  summary: { type: 'article-journal', title: `On pots ${n}` },
  from: { provider: source, url: `https://example.org/${source}/${orcid}` },
  listedName: 'Josiah Carberry',
});

/** Enough that losing one is not losing half. */
const OTHERS: readonly Names[] = [{ pmid: '7' }, { pmid: '8' }, { pmid: '9' }];

const taking = suite('an identifier withdrawn from a publication');

let installation: Installation;
let lists: Partial<Record<string, Partial<Record<Source, readonly Names[]>>>> = {};
const providers = providersThat({
  list: (source, orcid) =>
    Promise.resolve(listedAs((lists[orcid]?.[source] ?? []).map((names, n) => entry(source, orcid, n, names)))),
});
taking.before.each(async () => {
  lists = {};
  installation = { ...(await openInstallation({ matching: false })), providers };
});
taking.after.each(() => installation.stop());

const ingest = async (orcid: string, orcidList: readonly Names[], openalex: readonly Names[] = []): Promise<void> => {
  lists = { ...lists, [orcid]: { orcid: orcidList, openalex } };
  const [job] = await ingestAll(installation, [orcid]);
  assert.equal(job?.status, 'succeeded');
};
const authors = async (): Promise<readonly string[]> => {
  const { state } = await loadState(installation.events, publicationAggregate, 'org', DOI);
  return state.status === 'absent' ? [] : linkedOrcids(state);
};
const workOf = async (key: string): Promise<readonly string[] | null> => {
  const { state } = await loadState(installation.events, publicationAggregate, 'org', key);
  return state.status === 'absent' || state.supersededBy !== undefined ? null : linkedOrcids(state);
};
const named = async (identifier: string) =>
  (await loadState(installation.events, identifierAggregate, 'org', identifier)).state.assigned?.to ?? null;

const undo = async (stream: string, type: string): Promise<void> => {
  for await (const event of installation.events.readStream(stream, { direction: 'backwards' })) {
    if (event.type !== type) continue;
    const request = { by: { role: 'member', at: installation.clock.now() }, dryRun: false } as const;
    const caller = newCaller(installation.ids, 'org', { type: 'user', id: 'staff' });
    await undoEvent(withAdminCheck(installation), { ...event, place: event.position }, request, caller);
    return;
  }
  assert.fail(`no ${type} in ${stream}`);
};
const takeBack = (): Promise<void> => undo('identifier-org~pmid.1', 'IdentifierAssigned');

taking(
  'refers to a separate work at the next ingestion, and the publication loses people linked for no other reason',
  async () => {
    await ingest(CARBERRY, [{ doi: DOI, pmid: '1' }]);
    await ingest(ADA, [{ pmid: '1' }, ...OTHERS]);
    assert.deepEqual(await authors(), [CARBERRY, ADA]);

    await takeBack();
    assert.deepEqual(await authors(), [CARBERRY, ADA], 'links remain until the list is read');
    await ingest(ADA, [{ pmid: '1' }, ...OTHERS]);
    assert.deepEqual(await authors(), [CARBERRY]);
    assert.deepEqual(await workOf('pmid.1'), [ADA]);

    await ingest(CARBERRY, [{ doi: DOI, pmid: '1' }]);
    assert.deepEqual(
      [await authors(), await workOf('pmid.1')],
      [[CARBERRY], [ADA]],
      'the pair no longer joins anything',
    );
    assert.deepEqual(await named('pmid.1'), { work: 'pmid.1' });
    await assert.rejects(undo('identifier-org~pmid.1', 'IdentifierWithdrawn'), { code: 'changed_since' });
    await undo('work-org~pmid.1', 'PublicationKeptApart');
    await ingest(ADA, [{ pmid: '1' }, ...OTHERS]);
    assert.deepEqual([await authors(), await workOf('pmid.1')], [[CARBERRY, ADA], null], 'staff join the two again');
  },
);

taking('stays apart if another list of the same person pairs the two', async () => {
  const lists = [[{ pmid: '1' }, ...OTHERS], [{ doi: DOI, pmid: '1' }]] as const;
  await ingest(CARBERRY, ...lists);
  assert.deepEqual([await authors(), await workOf('pmid.1')], [[CARBERRY], null]);
  await takeBack();
  await ingest(CARBERRY, ...lists);
  assert.deepEqual([await authors(), await workOf('pmid.1')], [[CARBERRY], [CARBERRY]], 'OpenAlex lists the DOI');
});

taking('refers to the publication again when that is undone', async () => {
  await ingest(CARBERRY, [{ doi: DOI, pmid: '1' }]);
  await takeBack();
  await undo('identifier-org~pmid.1', 'IdentifierWithdrawn');
  await ingest(ADA, [{ pmid: '1' }, ...OTHERS]);
  assert.deepEqual([await authors(), await workOf('pmid.1')], [[CARBERRY, ADA], null]);
});
