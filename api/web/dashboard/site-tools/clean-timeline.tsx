/** Hiding what is past from the timeline. */
import { useState } from 'preact/hooks';
import { startOfDay } from '../../client/format.ts';
import { refusal } from '../../client/refusal.ts';
import { api, workspace } from '../../client/session.ts';
import { RadioGroup } from '../../parts/choices.tsx';
import { TextField } from '../../parts/field.tsx';
import { Tool } from './tool.tsx';
import { words as t } from './words.ts';

type Mode = 'before_date' | 'all';

/** The beginning of the day by the reader's clock, epoch milliseconds. */
const startOf = (day: string): number => {
  const start = startOfDay(day);
  if (Number.isNaN(start)) throw refusal('date', t('date_missing'));
  return start;
};

export const CleanTimeline = () => {
  const [mode, setMode] = useState<Mode>('before_date');
  const [day, setDay] = useState('');
  const confirmation = workspace.value ?? '';
  const cleaned = async (dry_run: boolean, cause?: string) => {
    const what = mode === 'all' ? ({ mode } as const) : ({ mode, before_date: startOf(day) } as const);
    const { body } = await api('POST /api/activity/cleanup', {
      body: { ...what, confirmation, dry_run },
      cause,
    });
    return { count: body.deleted_count };
  };
  return (
    <Tool<{ readonly count: number }>
      name="clean"
      title={t('clean_title')}
      lead={t('clean_lead')}
      chosen={JSON.stringify([mode, day])}
      plan={() => cleaned(true)}
      sizeOf={({ count }) => count}
      nothing={t('nothing_to_clean')}
      preview={({ count }) => <p>{t('would_clean', { count })}</p>}
      confirmation={confirmation}
      action={t('clean')}
      run={async (cause) => {
        const { count } = await cleaned(false, cause);
        return t('cleaned', { count });
      }}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            label={t('which_entries')}
            choices={[
              { value: 'before_date', label: t('before_date') },
              { value: 'all', label: t('all_entries') },
            ]}
            value={mode}
            onValue={setMode}
          />
          {mode === 'before_date' && (
            <TextField label={t('date')} type="date" isRequired value={day} error={errorOf('date')} onValue={setDay} />
          )}
        </>
      )}
    </Tool>
  );
};
