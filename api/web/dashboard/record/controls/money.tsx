/** A control for an amount of money, as `{ amount, currency }`; without an amount only the currency is kept. */
import { money as moneyText, number } from '../../../client/format.ts';
import { isFields, type Value } from '../../../parts/editing/value.ts';
import { SelectField, TextField } from '../../../parts/field.tsx';
import type { Control } from '../control.ts';
import { words as t } from '../generated/words.ts';

export const CURRENCIES = ['EUR', 'USD'] as const;
type Currency = (typeof CURRENCIES)[number];
export type Money = { readonly amount: number | null; readonly currency: Currency };
type Typed = { readonly amount: string; readonly currency: Currency };

const moneyIn = (value: Value): Money => (isFields(value) ? (value as Money) : { amount: null, currency: 'EUR' });

/** Accepts either separator between groups of three digits, and the other one before the cents. */
const WRITTEN = [
  { groups: ',', pattern: /^(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,2})?$/u },
  { groups: '.', pattern: /^(?:\d{1,3}(?:\.\d{3})+|\d{1,15})(?:,\d{1,2})?$/u },
] as const;
const MOST_CHARACTERS = 24;

/** Parses amounts as people write them: `1.250.000`, `1,250,000.50`, `1 250 000,5`. Null for anything else. */
export const amountIn = (text: string): number | null => {
  const given = text.replace(/[\s'’]/gu, '');
  const found = given.length > MOST_CHARACTERS ? undefined : WRITTEN.find(({ pattern }) => pattern.test(given));
  return found === undefined ? null : Number(given.replaceAll(found.groups, '').replace(',', '.'));
};

export const money = (): Control<Typed> => ({
  typedFrom: (value) => {
    const { amount, currency } = moneyIn(value);
    return { amount: amount === null ? '' : number(amount), currency };
  },
  read: ({ amount: text, currency }) => {
    const amount = text.trim() === '' ? null : amountIn(text);
    if (amount === null && text.trim() !== '') return { problem: 'bad_amount' };
    return { value: { amount, currency } };
  },
  edit: ({ typed, onTyped, label, hidesLabel, hint, error }) => (
    <div class="money" role="group" aria-label={label}>
      <TextField
        label={hidesLabel === true ? t('amount') : label}
        hint={hint}
        error={error}
        inputMode="decimal"
        autocomplete="off"
        value={typed.amount}
        onValue={(amount) => onTyped({ ...typed, amount })}
      />
      <SelectField
        label={t('currency')}
        value={typed.currency}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        onValue={(currency) => onTyped({ ...typed, currency })}
      />
    </div>
  ),
  show: (value) => {
    const { amount, currency } = moneyIn(value);
    return amount === null ? <span class="muted">{t('no_amount')}</span> : moneyText(amount, currency);
  },
});
