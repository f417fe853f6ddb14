/** Hides earlier events from the timeline. */
import { startOfDay } from '../../client/format.ts';
import { refusal } from '../../client/refusal.ts';
import { api, workspace } from '../../client/session.ts';
import { RadioGroup } from '../../parts/choices.tsx';
import { choicesOf, TextField } from '../../parts/field.tsx';
import { words as t } from './generated/words.ts';
import { Tool } from './tool.tsx';

/** The start of the day in the reader's time zone, epoch ms. */
const startOf = (day: string): number => {
  const start = startOfDay(day);
  if (Number.isNaN(start)) throw refusal('date', t('date_missing'));
  return start;
};

type Chosen = { readonly mode: 'before_date' | 'all'; readonly day: string };

const clean = async ({ mode, day }: Chosen, dry_run: boolean, cause?: string) => {
  const what = mode === 'all' ? ({ mode } as const) : ({ mode, before_date: startOf(day) } as const);
  const body = { ...what, confirmation: workspace.value ?? '' };
  return (await api('POST /api/activity/cleanup', { query: { dry_run }, body, cause })).body;
};

const INITIAL: Chosen = { mode: 'before_date', day: '' };

export const CleanTimeline = () => (
  <Tool
    name="clean"
    initial={INITIAL}
    work={clean}
    sizeOf={({ deleted_count: count }) => count}
    preview={({ deleted_count: count }) => <p>{t('would_clean', { count })}</p>}
    done={({ deleted_count: count }) => t('cleaned', { count })}
  >
    {(form) => (
      <>
        <RadioGroup
          label={t('which_entries')}
          choices={choicesOf({ before_date: t('before_date'), all: t('all_entries') })}
          {...form.field('mode')}
        />
        {form.values.value.mode === 'before_date' && (
          <TextField label={t('date')} type="date" isRequired {...form.field('day', 'date')} />
        )}
      </>
    )}
  </Tool>
);
