/** Ends jobs that have made no progress for a long time. */
import { useState } from 'preact/hooks';
import { TEXT } from '../../../../domain/limits.ts';
import { api } from '../../client/session.ts';
import type { AnswerTo } from '../../client/api.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { useKnown } from '../people/known.ts';
import { Tool } from './tool.tsx';
import { words as t } from './generated/words.ts';

type Plan = AnswerTo<'POST /api/site-tools/clear-stuck-jobs'>;

const AGES = { minute: 60, quarter: 900, hour: 3_600, hours: 21_600, day: 86_400 } as const;
type Age = keyof typeof AGES;
const AGE_NAMES = Object.keys(AGES) as readonly Age[];

/** Further ones are only counted. */
const SHOWN = 50;

const Preview = ({ plan: { cleared, jobs } }: { readonly plan: Plan }) => {
  const shown = jobs.slice(0, SHOWN);
  const names = useKnown(shown.map(({ orcid_id: orcid }) => orcid));
  return (
    <>
      <p>{t('would_clear', { count: cleared })}</p>
      <Table
        caption={t('clear_title')}
        columns={[
          { id: 'who', label: t('person'), role: 'main', cell: ({ orcid_id: orcid }) => names.get(orcid) ?? '–' },
          { id: 'orcid', label: 'ORCID iD', cell: ({ orcid_id: orcid }) => <span class="mono">{orcid}</span> },
        ]}
        rows={shown}
        keyOf={({ job_id: id }) => id}
      />
      {jobs.length > SHOWN && <p class="muted small">{t('and_more', { count: jobs.length - SHOWN })}</p>}
    </>
  );
};

const INITIAL: { readonly age: Age } = { age: 'hour' };

export const ClearJobs = () => {
  const [reason, setReason] = useState('');
  const clear = async ({ age }: typeof INITIAL, dryRun: boolean, cause?: string): Promise<Plan> => {
    const body = { thresholdSeconds: AGES[age], dryRun, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    return (await api('POST /api/site-tools/clear-stuck-jobs', { body, cause })).body;
  };
  return (
    <Tool
      name="clear"
      initial={INITIAL}
      work={clear}
      sizeOf={({ cleared: count }) => count}
      preview={(plan) => <Preview plan={plan} />}
      done={({ cleared: count }) => t('cleared', { count })}
    >
      {(form) => (
        <>
          <SelectField
            label={t('not_moved_for')}
            options={AGE_NAMES.map((value) => ({ value, label: t(`age_${value}`) }))}
            {...form.field('age')}
          />
          <TextField
            label={t('reason')}
            hint={t('reason_hint')}
            maxLength={TEXT.reasonCharacters}
            autocomplete="off"
            value={reason}
            onValue={setReason}
          />
        </>
      )}
    </Tool>
  );
};
