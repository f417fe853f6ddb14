/** A job: its progress, its failures, and its actions. */
import { instant, number } from '../../client/format.ts';
import type { Job } from '../../client/generated/operations.ts';
import { api, may } from '../../client/session.ts';
import { RowButton } from '../../parts/button.tsx';
import { Badge } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { attempt, showToast } from '../../parts/toast.tsx';
import { jobErrorText } from '../job-error.ts';
import { ofCause } from '../events/timeline.ts';
import { here } from '../pages.ts';
import { words as t } from './generated/words.ts';

const LOOKS = {
  queued: { kind: 'plain', icon: 'clock' },
  processing: { kind: 'accent', icon: 'loader-circle' },
  succeeded: { kind: 'good', icon: 'circle-check' },
  failed: { kind: 'danger', icon: 'circle-alert' },
  none: { kind: 'plain', icon: 'clock' },
} as const;

export const isActive = (job: Pick<Job, 'status'> | null | undefined): boolean =>
  job?.status === 'queued' || job?.status === 'processing';

const Progress = ({ job, name }: { readonly job: Job; readonly name: string }) => {
  const { counts, status, correlation_id: run } = job;
  const parts = (['created', 'refreshed', 'unchanged'] as const)
    .filter((each) => counts[each] > 0)
    .map((each) => t(each, { count: counts[each] }));
  if (counts.failed > 0) parts.push(t('failures', { count: counts.failed }));
  const done = counts.created + counts.refreshed + counts.unchanged + counts.failed;
  if (status === 'succeeded' && counts.found === 0) return <p class="small muted">{t('no_works')}</p>;
  if (counts.found === 0) return null;
  return (
    <div>
      {status === 'processing' && <progress aria-label={name} max={counts.found} value={done} />}
      <p class="small muted number">
        {[...(status === 'processing' ? [t('counts', { done, found: counts.found })] : []), ...parts].join(' · ')}
        {run !== null && counts.created + counts.refreshed > 0 && (
          <>
            {' · '}
            <a class="in-text" href={ofCause(run)}>
              {t('what_it_changed')}
            </a>
          </>
        )}
      </p>
    </div>
  );
};

const Failures = ({ job }: { readonly job: Job }) => (
  <>
    {job.status === 'failed' && job.error !== null && <p class="small wrong-text">{jobErrorText(job.error)}</p>}
    {job.failed_works.length > 0 && (
      <details class="small">
        <summary>{t('failed_works', { count: job.failed_works.length })}</summary>
        <ul class="bullets">
          {job.failed_works.map(({ work, error }) => (
            <li key={work}>
              <span class="mono">{work}</span> <span class="muted">{jobErrorText(error)}</span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
);

type Props = {
  readonly job: Job;
  readonly name: string | null;
  /** When the job last progressed; null if it is not stuck. */
  readonly stuckSince: number | null;
  readonly again: () => unknown;
};

const endJob = ({ job, name, again }: Props): Promise<void> => {
  const body = t('end_job_body', { name: name ?? job.orcid_id });
  const sure = { title: t('end_job_title'), body, action: t('end_job'), isDangerous: true };
  const work = async (): Promise<void> => {
    const params = { jobId: job.id ?? '' };
    await api('POST /api/ingest/stuck/{jobId}/force-fail', { params, body: { orcid_id: job.orcid_id } });
    showToast({ text: t('ended') });
  };
  return attempt(work, { sure, then: again });
};

const runAgain = ({ job, again }: Props, accept_losses = false): Promise<void> =>
  attempt(
    async () => {
      const { body } = await api('POST /api/ingest', { query: { accept_losses }, body: { orcid_ids: [job.orcid_id] } });
      showToast({ text: t('queued_jobs', { count: body.queued }) });
    },
    { then: again },
  );

export const JobRow = (props: Props) => {
  const { job, name, stuckSince } = props;
  const { orcid_id: orcid, status } = job;
  const at = job.unchanged_at ?? job.finished_at ?? job.started_at ?? job.queued_at;
  const shown = name ?? orcid;
  return (
    <li class="job">
      <div class="row-text stack tight">
        <p>
          {name === null && status !== 'succeeded' ? (
            <span class="mono">{orcid}</span>
          ) : (
            <a class={name === null ? 'mono' : 'row-name'} href={here(`/people/${orcid}`)}>
              {shown}
            </a>
          )}{' '}
          {shown !== orcid && <span class="mono muted">{orcid}</span>}
        </p>
        <Progress job={job} name={shown} />
        <Failures job={job} />
        {job.lost_works > 0 && (
          <p class="small">
            {t('lost_works', { count: job.lost_works })}{' '}
            <RowButton label={t('unlink_lost')} of={shown} onClick={() => void runAgain(props, true)} />
          </p>
        )}
      </div>
      <div class="actions">
        {stuckSince !== null && (
          <Badge kind="warning" icon="triangle-alert">
            {t('stuck', { when: instant(stuckSince) })}
          </Badge>
        )}
        <Badge {...LOOKS[status]}>{status === 'none' ? number(0) : t(status)}</Badge>
        {at !== null && (
          <span class="muted small">
            <Ago ms={at} />
          </span>
        )}
        {isActive(job) && may('workspace_admin') && (
          <RowButton label={t('end_job')} of={shown} kind="quiet" icon="x" onClick={() => void endJob(props)} />
        )}
        {!isActive(job) && (
          <RowButton label={t('run_again')} of={shown} icon="rotate-ccw" onClick={() => void runAgain(props)} />
        )}
      </div>
    </li>
  );
};
