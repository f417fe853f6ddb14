/** What the site tools find something to do with. */
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { publicationAggregate } from '../../../commands/publication.ts';
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import { randomIds } from '../../../infra/system.ts';
import type { Installation } from '../../support/installation.ts';
import { ORCIDS } from './in-browser.ts';

const TWO_HOURS_MS = 7_200_000;

const caller = () => newCaller(randomIds, 'org', { type: 'system', id: 'test' });

/** A job that was queued two hours ago and has not moved since. */
export const stuckJob = async (installation: Installation, orcid: string): Promise<void> => {
  const before = { ...installation, clock: { now: () => Date.now() - TWO_HOURS_MS } };
  await queueIngestions(before, { orcids: [orcid], triggerSource: 'dashboard', shards: 4 }, caller());
  await installation.settled();
};

/** A publication that a list of works says is by a person of the catalogue, of whom its metadata say nothing. */
export const overlinked = async (installation: Installation, doi: string): Promise<void> => {
  const [orcid = ''] = ORCIDS;
  const author = [{ family: 'Nemo', given: 'Captain' }];
  const original = { type: 'article-journal', title: 'On lids and their pots', DOI: doi, author } as const;
  const source = { provider: 'openalex', url: `https://api.openalex.org/works/doi:${doi}` } as const;
  const links = [{ orcid, basis: 'openalex_list' }] as const;
  const record = { doi, original, source, fetchedAt: Date.now(), links };
  await handle(installation, publicationAggregate, doi, { type: 'RecordFromProvider', ...record }, caller());
  await installation.settled();
};
