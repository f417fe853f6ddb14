/** Edits a date of year, month or day precision, or a range. */
import type { ComponentProps } from 'preact';
import { language } from '../../../client/i18n.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { Alert } from '../../../parts/states.tsx';
import type { EditorProps } from '../../record/control.ts';
import { words as t } from '../generated/words.ts';
import { NO_DATE, type Typed, type TypedDate } from '../typed.ts';

export type Dates = Extract<Typed, { of: 'date' }>;

/** `isRange`: whether it may have a last day. */
type Props = EditorProps<Dates> & { readonly isRange?: boolean };

const months = () => [
  { value: '', label: '–' },
  ...Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: new Intl.DateTimeFormat(language.value, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, index)),
  })),
];

const Digits = (props: ComponentProps<typeof TextField>) => (
  <div class="date-part">
    <TextField {...props} inputMode="numeric" />
  </div>
);

export const DateEditor = ({ label, hidesLabel, typed, error, hint, isRange = true, onTyped }: Props) => {
  const { dates, literal } = typed;
  const change = (index: number, part: Partial<TypedDate>): void =>
    onTyped({ ...typed, dates: dates.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <fieldset class="stack">
      <legend class={hidesLabel === true ? 'unseen' : 'field-label'}>{label}</legend>
      {dates.map((date, index) => (
        <div key={index} class="date-row actions" role="group" aria-label={index === 0 ? label : t('last_day')}>
          <Digits label={t('year')} maxLength={4} value={date.year} onValue={(year) => change(index, { year })} />
          <SelectField
            label={t('month')}
            value={date.month}
            options={months()}
            onValue={(month) => change(index, { month })}
          />
          <Digits label={t('day')} maxLength={2} value={date.day} onValue={(day) => change(index, { day })} />
          {isRange && index === 0 && dates.length === 1 && (
            <Button kind="quiet" icon="plus" onClick={() => onTyped({ ...typed, dates: [...dates, NO_DATE] })}>
              {t('last_day')}
            </Button>
          )}
          {index > 0 && (
            <IconButton
              icon="x"
              label={t('remove_last_day')}
              onClick={() => onTyped({ ...typed, dates: dates.slice(0, 1) })}
            />
          )}
        </div>
      ))}
      {hint !== undefined && <p class="muted small">{hint}</p>}
      {literal !== '' && <p class="muted small">{t('date_in_words', { text: literal })}</p>}
      <Alert of={error} />
    </fieldset>
  );
};
