/** The last day of a key, in the reader's own time; empty: it has none. */
import { endOfDay } from '../../client/format.ts';
import { refusal } from '../../client/refusal.ts';
import { TextField } from '../../parts/field.tsx';
import type { Entered } from '../../parts/form.tsx';
import { words as t } from './words.ts';

/** Epoch milliseconds; null = never. Throws a `Failure` of the field `expires_at` for a day that is over. */
export const endOf = (day: string): number | null => {
  if (day === '') return null;
  const end = endOfDay(day);
  if (!(end > Date.now())) throw refusal('expires_at', t('expiry_past'));
  return end;
};

export const ExpiryField = (day: Entered<string>) => (
  <TextField label={t('expiry')} hint={t('expiry_hint')} type="date" {...day} />
);
