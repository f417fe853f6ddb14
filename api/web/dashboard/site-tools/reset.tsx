/** Emptying the workspace of publications and works, for those whom the operator names. */
import { useState } from 'preact/hooks';
import type { AnswerTo } from '../../client/api.ts';
import { failureFrom } from '../../client/failure.ts';
import { api, workspace } from '../../client/session.ts';
import { CheckField } from '../../parts/field.tsx';
import { Tool } from './tool.tsx';
import { words as t } from './words.ts';

type Plan = AnswerTo<'POST /api/site-tools/reset-data'>;

const countsOf = ({ publications, works, ingestion_jobs: jobs }: Plan): string =>
  [
    t('publications', { count: publications }),
    t('works', { count: works }),
    ...(jobs > 0 ? [t('jobs', { count: jobs })] : []),
  ].join(', ');

export const Reset = () => {
  const [clearIngestionJobs, setClearJobs] = useState(false);
  const confirmation = `reset ${workspace.value ?? ''}`;
  const reset = async (dryRun: boolean) => {
    try {
      return await api('POST /api/site-tools/reset-data', { body: { confirmation, dryRun, clearIngestionJobs } });
    } catch (error) {
      const failure = failureFrom(error);
      throw failure.status === 403 ? failure.saying(t('not_among')) : failure;
    }
  };
  return (
    <Tool<Plan>
      title={t('reset_title')}
      lead={t('reset_lead')}
      chosen={String(clearIngestionJobs)}
      plan={async () => (await reset(true)).body}
      isNothing={({ publications, works, ingestion_jobs: jobs }) => publications + works + jobs === 0}
      nothing={t('nothing_to_reset')}
      preview={(plan) => <p>{t('would_reset', { what: countsOf(plan) })}</p>}
      confirmation={confirmation}
      action={t('reset')}
      run={async () => {
        const { body, cause } = await reset(false);
        return { text: t('was_reset', { what: countsOf(body) }), cause };
      }}
    >
      {() => <CheckField label={t('jobs_too')} isChecked={clearIngestionJobs} onChange={setClearJobs} />}
    </Tool>
  );
};
