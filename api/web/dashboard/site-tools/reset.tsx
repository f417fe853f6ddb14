/** Resets the workspace's publications and works; only for users named by the operator. */
import type { AnswerTo } from '../../client/api.ts';
import { number } from '../../client/format.ts';
import { failureFrom } from '../../client/failure.ts';
import { api, workspace } from '../../client/session.ts';
import { Table } from '../../parts/table.tsx';
import { CheckField } from '../../parts/field.tsx';
import { Tool } from './tool.tsx';
import { words as t } from './generated/words.ts';

type Plan = AnswerTo<'POST /api/site-tools/reset-data'>;

const countsOf = ({ publications, works, ingestion_jobs: jobs }: Plan): string => {
  const counts = [t('publications', { count: publications }), t('works', { count: works })];
  return [...counts, ...(jobs > 0 ? [t('jobs', { count: jobs })] : [])].join(', ');
};

const preview = ({ publications, works, ingestion_jobs: jobs, clearIngestionJobs }: Plan) => (
  <>
    <p>{t('would_reset')}</p>
    <Table
      caption={t('reset_title')}
      columns={[
        { id: 'what', label: t('kind'), role: 'main', cell: ({ what }) => what },
        { id: 'count', label: t('count'), align: 'end', cell: ({ count }) => number(count) },
      ]}
      rows={[
        { what: t('kind_publications'), count: publications },
        { what: t('kind_works'), count: works },
        ...(clearIngestionJobs ? [{ what: t('kind_jobs'), count: jobs }] : []),
      ]}
      keyOf={({ what }) => what}
    />
  </>
);

const INITIAL = { clearIngestionJobs: false };

export const Reset = () => {
  const confirmation = `reset ${workspace.value ?? ''}`;
  const reset = async ({ clearIngestionJobs }: typeof INITIAL, dryRun: boolean, cause?: string): Promise<Plan> => {
    const body = { confirmation, dryRun, clearIngestionJobs };
    try {
      return (await api('POST /api/site-tools/reset-data', { body, cause })).body;
    } catch (error) {
      const failure = failureFrom(error);
      throw failure.status === 403 ? failure.saying(t('not_among')) : failure;
    }
  };
  return (
    <Tool
      name="reset"
      canUndo
      initial={INITIAL}
      work={reset}
      sizeOf={({ publications, works, ingestion_jobs: jobs }) => publications + works + jobs}
      preview={preview}
      done={(plan) => t('was_reset', { what: countsOf(plan) })}
      confirmation={confirmation}
    >
      {(form) => <CheckField label={t('jobs_too')} {...form.field('clearIngestionJobs')} />}
    </Tool>
  );
};
