/** Ingestion by ORCID iDs, and all jobs of the workspace. */
import { UPKEEP } from '../../../../domain/limits.ts';
import { number } from '../../client/format.ts';
import { oneOf, queryCodec } from '../../client/query.ts';
import { api, may } from '../../client/session.ts';
import { openView } from '../../client/view.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { TabCount, Tabs } from '../../parts/tabs.tsx';
import { usePolling } from '../../parts/use-polling.ts';
import { useAnswer, useResource } from '../../parts/use-resource.ts';
import { here } from '../pages.ts';
import { useKnownOnceLoaded } from '../people/known.ts';
import { words as t } from './generated/words.ts';
import { JobRow } from './jobs.tsx';
import { Paste } from './paste.tsx';

const VIEWS = ['all', 'active', 'failed', 'succeeded'] as const;
const { now, hrefOf } = openView(queryCodec({ jobs: oneOf(VIEWS, 'all') }));

const STATUSES = {
  all: [undefined],
  active: ['processing', 'queued'],
  failed: ['failed'],
  succeeded: ['succeeded'],
} as const;
const MOST = 100;

const NONE = { queued: 0, processing: 0, failed: 0, succeeded: 0 };

const useJobs = (shown: keyof typeof STATUSES) =>
  useResource(`jobs ${shown}`, async (asking) => {
    const found = await Promise.all(
      STATUSES[shown].map((status) => api('GET /api/ingest/jobs', { query: { status, limit: MOST }, ...asking })),
    );
    return { jobs: found.flatMap(({ body }) => body.jobs), counts: found[0]?.body.counts ?? NONE };
  });

/** When each stuck job last progressed, by iD. Only administrators can act on them. */
const useStuck = (): ReadonlyMap<string, number> => {
  const { data } = useAnswer(may('workspace_admin') ? 'GET /api/ingest/stuck' : null, {
    query: { limit: UPKEEP.stuckJobs },
  });
  return new Map(data?.jobs.map((job) => [job.orcid_id, job.last_transition_at]));
};

export default function Ingestion() {
  const { jobs: shown } = now.value;
  const found = useJobs(shown);
  const { again } = found;
  const counts = found.data?.counts ?? NONE;
  const active = counts.queued + counts.processing;
  usePolling(active > 0, () => again(true));
  const names = useKnownOnceLoaded(found.data?.jobs.map(({ orcid_id: orcid }) => orcid) ?? []);
  const stuck = useStuck();
  const total = { ...counts, all: active + counts.failed + counts.succeeded, active };
  const listed = found.data?.jobs.length ?? total[shown];
  return (
    <Page
      title={t('title')}
      lead={
        <>
          {t('lead')} <a href={here('/publications')}>{t('single')}</a>
        </>
      }
    >
      <Paste queued={() => again(true)} />
      <Section
        title={t('jobs')}
        aside={
          <Tabs label={t('status')} values={VIEWS} current={shown} hrefOf={(jobs) => hrefOf({ jobs })}>
            {(each) => (
              <>
                {t(each)} <TabCount of={found.data === null ? null : total[each]} />
              </>
            )}
          </Tabs>
        }
      >
        <Loaded of={names === null ? { ...found, data: null } : found} lines={4}>
          {({ jobs }) =>
            jobs.length === 0 ? (
              <Empty icon="inbox" title={t(total.all === 0 ? 'no_jobs' : 'no_jobs_here')}>
                {total.all === 0 && t('no_jobs_hint')}
              </Empty>
            ) : (
              <ul class="rows">
                {jobs.map((job) => (
                  <JobRow
                    key={job.orcid_id}
                    job={job}
                    name={names?.get(job.orcid_id) ?? null}
                    stuckSince={stuck.get(job.orcid_id) ?? null}
                    again={() => again(true)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        {listed < total[shown] && (
          <p class="card-footer muted small">{t('latest_jobs', { shown: listed, count: total[shown] })}</p>
        )}
        <p class="unseen" role="status">
          {active > 0 ? `${t('active')}: ${number(active)}` : ''}
        </p>
      </Section>
    </Page>
  );
}
