/** Data for the site tools to work on. */
import { queueIngestions } from '../../../commands/queue-ingestions.ts';
import type { Installation } from '../../support/installation.ts';
import { ORCIDS } from './in-browser.ts';
import { addPaper } from '../../support/papers.ts';

const TWO_HOURS_MS = 7_200_000;

/** A job that was queued two hours ago and has made no progress. */
export const stuckJob = async (installation: Installation, orcid: string): Promise<void> => {
  const before = { ...installation, clock: { now: () => Date.now() - TWO_HOURS_MS } };
  await queueIngestions(
    before,
    { orcids: [orcid], triggerSource: 'dashboard', shards: 4 },
    { ...installation.caller, commandId: installation.ids.next() },
  );
  await installation.settled();
};

/** A publication that a list of works attributes to a person of the catalogue, and whose metadata do not name them. */
export const overlinked = async (installation: Installation, doi: string): Promise<void> => {
  const [orcid = ''] = ORCIDS;
  const author = [{ family: 'Nemo', given: 'Captain' }];
  const original = { type: 'article-journal', title: 'On lids and their pots', DOI: doi, author } as const;
  const links = [{ orcid, basis: 'openalex_list' }] as const;
  await addPaper(installation, doi, { original, links, provider: 'openalex', fetchedAt: Date.now() });
  await installation.settled();
};
