/** The cost of a night without changes: requests and events, with a job for each person and with a run of the harvest. */
import { harvestOnce } from '../../workers/ingestion/harvest/index.ts';
import { institute, type Count } from '../support/institute.ts';
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation, type Installation } from '../support/installation.ts';
import { ratioAtMost, type Bench } from './report.ts';
import { elapsed } from './support/timing.ts';

const CO_AUTHORS = 20;
const PAPERS = 30;
/** As many as can be queued at once. */
const AT_ONCE = 100;
const DAY_MS = 24 * 3_600_000;
const NIGHTS = 3;

const lists = ({ person, orcid, openalex }: Count): number => person + orcid + openalex;
const descriptions = ({ crossref, datacite, fromOpenalex }: Count): number => crossref + datacite + fromOpenalex;

const eventsSince = async ({ events }: Installation, from: number): Promise<number> => {
  let count = 0;
  for await (const _ of events.readAll({ from, withData: false })) count += 1;
  return count;
};

type Cost = { readonly requests: Count; readonly events: number; readonly ms: number };

export const quietNight: Bench = {
  about: `A night without changes, for groups of ${CO_AUTHORS} people with the same ${PAPERS} papers, with the embedded stores; providers
are simulated and count requests. First a job for each person, as in every harvest before and as staff can queue; then runs of the harvest on the
following nights. A description is a request for the metadata of one DOI, a list one for a person's record or works; facts are batches of 50 DOIs,
and so are requests for the records that Crossref has changed before they are due.`,
  sizes: { of: 'people', each: [2_000] },
  measure: async (report, people) => {
    await using opened = await openInstallation({ matching: false });
    let later = 0;
    const now = (): number => Date.now() + later;
    const provided = institute({
      groups: Math.max(1, Math.round(people / CO_AUTHORS)),
      people: CO_AUTHORS,
      papers: PAPERS,
      now,
    });
    const installation: Installation = { ...opened, clock: { now }, providers: provided.providers };
    const jobsForAll = async (triggerSource: 'cli' | 'harvest'): Promise<void> => {
      for (let from = 0; from < provided.orcids.length; from += AT_ONCE)
        await ingestAll(installation, provided.orcids.slice(from, from + AT_ONCE), { triggerSource });
    };
    const costOf = async (work: () => Promise<void>): Promise<Cost> => {
      provided.counted();
      const head = await installation.events.head();
      const ms = await elapsed(work);
      return { requests: provided.counted(), events: await eventsSince(installation, head), ms };
    };
    await jobsForAll('harvest');
    const before = await costOf(() => jobsForAll('cli'));
    for (let night = 1; night <= NIGHTS; night += 1) {
      later += DAY_MS;
      await installation.settled();
      const after = await costOf(async () => {
        const [run] = await harvestOnce(installation, { shards: 4 });
        if (run?.isDone !== true || run.queued.length > 0) throw new Error(`no quiet night: ${JSON.stringify(run)}`);
      });
      const was = (value: number) => ({ what: 'a job for each person', value });
      const note = `${lists(after.requests)} lists, ${after.requests.facts} batches of facts, ${after.requests.changes} of changes, ${Math.round(after.ms / 1_000)} s`;
      report({
        what: `descriptions, night ${night}`,
        value: descriptions(after.requests),
        unit: 'requests',
        baseline: was(descriptions(before.requests)),
        aim: ratioAtMost(1 / 20),
        note,
      });
      report({
        what: `events, night ${night}`,
        value: after.events,
        unit: 'events',
        baseline: was(before.events),
        aim: ratioAtMost(1 / 50),
      });
    }
  },
};
