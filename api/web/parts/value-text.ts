/** A value of a record as people read it: names, dates and lists, not the JSON that they are kept as. */
import { instant, list, number, partialDate } from '../client/format.ts';
import { plainText } from './markup-parser.ts';
import { common } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** Of CSL, as it is written on a page. */
const nameOf = (fields: Fields): string | null => {
  const literal = textIn(fields, 'literal');
  if (literal !== '') return literal;
  const family = [textIn(fields, 'non-dropping-particle'), textIn(fields, 'family'), textIn(fields, 'suffix')];
  const given = [textIn(fields, 'given'), textIn(fields, 'dropping-particle')];
  const name = [...given, ...family].filter((part) => part !== '').join(' ');
  return name === '' ? null : name;
};

const dateOf = (fields: Fields): string | null => {
  const parts = fields['date-parts'];
  if (!Array.isArray(parts)) return textIn(fields, 'raw') || null;
  const dates = parts.map((each: unknown) => {
    const date: readonly unknown[] = Array.isArray(each) ? each : [each];
    const [year, ...rest] = date;
    return partialDate([String(year), ...rest.map((part) => String(part).padStart(2, '0'))].join('-'));
  });
  return dates.join(' – ');
};

/** Such as `{ en: …, de: … }`. */
const byLanguage = (fields: Fields): string | null => {
  const entries = Object.entries(fields);
  const isText = entries.every(([tag, text]) => /^[a-z]{2}(?:-\w+)?$/u.test(tag) && typeof text === 'string');
  if (entries.length === 0 || !isText) return null;
  return entries.map(([tag, text]) => (entries.length === 1 ? String(text) : `${String(text)} (${tag})`)).join(', ');
};

const fieldsText = (fields: Fields): string =>
  nameOf(fields) ??
  dateOf(fields) ??
  byLanguage(fields) ??
  Object.entries(fields)
    .flatMap(([name, value]) => {
      const text = valueText(value);
      return text === null ? [] : [`${name.replaceAll('_', ' ')}: ${text}`];
    })
    .join('; ');

const EARLIEST_MS = Date.UTC(1990, 0);

const isInstant = (name: string, value: number): boolean => /(?:^|_)at$/u.test(name) && value > EARLIEST_MS;

/** Null where there is nothing. `name`: of the field, where it tells what a number is. */
export const valueText = (value: unknown, name = ''): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return common(value ? 'yes' : 'no');
  if (typeof value === 'number') return isInstant(name, value) ? instant(value) : number(value);
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => valueText(each) ?? []);
    return texts.length === 0 ? null : list(texts);
  }
  return isFields(value) ? fieldsText(value) || null : null;
};
