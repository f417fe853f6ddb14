/** The five fields that only the dashboard has: what each accepts. */
import { Refused } from '../errors.ts';
import type { Json } from '../json.ts';
import type { DashboardFields } from './events.ts';

type Rule = { readonly accepted: string; readonly parse: (value: Json) => Json | undefined };

const DECIMAL = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/u;

/** People type decimals with a comma as well as with a point. */
const decimal = (value: Json): Json | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !DECIMAL.test(value.trim())) return undefined;
  return Number(value.trim().replace(',', '.'));
};

const whole = (value: Json): Json | undefined => (Number.isSafeInteger(value) ? value : undefined);

const RULES: { readonly [Field in keyof DashboardFields]: Rule } = {
  q: { accepted: 'an integer or null', parse: whole },
  q_percentage: {
    accepted: 'an integer from 0 to 100, or null',
    parse: (value) => (whole(value) !== undefined && Number(value) >= 0 && Number(value) <= 100 ? value : undefined),
  },
  if_value: { accepted: 'a number, or null', parse: decimal },
  if5a_value: { accepted: 'a number, or null', parse: decimal },
  funding: { accepted: 'true, false or null', parse: (value) => (typeof value === 'boolean' ? value : undefined) },
};

/** The value as stored. Throws `Refused('invalid')`, naming the field. */
export const parseDashboardField = (field: keyof DashboardFields, value: Json | undefined): Json => {
  if (value === undefined || value === null) return null;
  const { accepted, parse } = RULES[field];
  const parsed = parse(value);
  if (parsed === undefined)
    throw new Refused('invalid', 'invalid_value', `${field} does not take this value`, { field, accepted });
  return parsed;
};
