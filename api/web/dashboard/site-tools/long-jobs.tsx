/** The long jobs of the workspace, and cancelling them. */
import type { LongJob } from '../../client/generated/operations.ts';
import { number } from '../../client/format.ts';
import { api } from '../../client/session.ts';
import { RowButton } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { attempt, showToast } from '../../parts/toast.tsx';
import { usePolling } from '../../parts/use-polling.ts';
import { useAnswer } from '../../parts/use-resource.ts';
import { actorAlone } from '../events/actor.tsx';
import { words as t } from './generated/words.ts';

const nameOf = ({ kind, action, total: count }: LongJob): string =>
  t(`long_job_${kind === 'person_merge' ? 'merge' : (action ?? (kind === 'reference_import' ? 'import' : 'undo'))}`, {
    count,
  });

const cancel = (job: LongJob, again: () => unknown): Promise<void> =>
  attempt(
    async () => {
      await api('POST /api/jobs/{id}/cancel', { params: { id: job.id } });
      showToast({ text: t('job_cancelled') });
    },
    {
      sure: { title: t('cancel_job_title'), body: t('cancel_job_means'), action: t('cancel_job'), isDangerous: true },
      then: again,
    },
  );

const Job = ({ job, again }: { readonly job: LongJob; readonly again: () => unknown }) => {
  const { done, total, requested_by: who, requested_at: at } = job;
  return (
    <li>
      <div class="row-text stack tight">
        <p>{nameOf(job)}</p>
        <progress value={done} max={total} aria-label={nameOf(job)} />
        <p class="muted small">
          {actorAlone(who)} · {t('running', { done: number(done), of: number(total) })} <Ago ms={at} />
        </p>
      </div>
      <RowButton
        kind="quiet"
        icon="x"
        label={t('cancel_job')}
        of={nameOf(job)}
        onClick={() => void cancel(job, again)}
      />
    </li>
  );
};

export const LongJobs = () => {
  const found = useAnswer('GET /api/jobs', {});
  usePolling(true, () => found.again(true));
  return (
    <Section title={t('long_jobs')}>
      <Loaded of={found}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p class="card-body muted">{t('no_long_jobs')}</p>
          ) : (
            <ul class="rows">
              {jobs.map((job) => (
                <Job key={job.id} job={job} again={found.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
};
