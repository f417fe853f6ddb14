/** Values as readable text instead of JSON: names, dates, lists and enumerations. */
import { creativeCommonsAt } from '../../../domain/facts/licence-name.ts';
import { orcidAt } from '../../../domain/orcid.ts';
import { day, instant, number, partialDate } from '../client/format.ts';
import { plainText } from '../parts/markup-parser.ts';
import { words as common } from '../parts/generated/words.ts';
import { typeName } from './csl-types.ts';
import { words as t } from './events/generated/words.ts';
import { jobErrorText } from './job-error.ts';
import { factWord } from './publication/facts.ts';
import { licenceName } from './publications/licences.ts';
import { languageName } from './publication/languages.ts';
import { readName } from './publication/names.ts';
import { namedWork, relationWord } from './publication/relations.ts';
import { isFields, textIn, type Fields } from '../parts/editing/value.ts';
import { roleName } from './roles.ts';

const nameText = (fields: Fields): string => {
  const name = readName(fields);
  const { ORCID: address } = fields;
  return typeof address === 'string' ? `${name} (${orcidAt(address)})` : name;
};

const dateText = ({ 'date-parts': parts, raw }: Fields): string => {
  if (!Array.isArray(parts)) return typeof raw === 'string' ? raw : '';
  const dates = parts.map((each: unknown) => {
    const [year, ...rest] = Array.isArray(each) ? (each as readonly unknown[]) : [each];
    return partialDate([String(year), ...rest.map((part) => String(part).padStart(2, '0'))].join('-'));
  });
  return dates.join(' – ');
};

/** The text of `{ en: …, de: … }`. */
const localizedText = (fields: Fields): string => {
  const entries = Object.entries(fields);
  const isText = entries.every(([tag, text]) => /^[a-z]{2}(?:-\w+)?$/u.test(tag) && typeof text === 'string');
  if (!isText) return '';
  return entries.map(([tag, text]) => (entries.length === 1 ? String(text) : `${String(text)} (${tag})`)).join(', ');
};

/** The text of a relation to another work. */
const relationText = ({ type, 'id-type': idType, id }: Fields): string =>
  typeof idType === 'string' ? `${relationWord(textIn(type))} ${namedWork(idType, textIn(id))}` : '';

/** The text of a licence: `CC BY 4.0` with its address, or the address alone. */
const licenceText = ({ URL: address, 'content-version': version }: Fields): string => {
  if (typeof address !== 'string') return '';
  const licence = creativeCommonsAt(address);
  const of = typeof version === 'string' && version !== 'unspecified' ? `, ${factWord(version)}` : '';
  if (licence === null) return `${address}${of}`;
  return `${[licenceName(licence.name), licence.version].filter(Boolean).join(' ')} (${address})${of}`;
};

const funderText = ({ name, award, id, DOI: doi }: Fields): string => {
  if (typeof name !== 'string' || (award === undefined && id === undefined && doi === undefined)) return '';
  const awards = Array.isArray(award) ? award.filter((each) => typeof each === 'string') : [];
  if (awards.length === 0) return name;
  return `${name}, ${t('award', { count: awards.length, awards: awards.join(', ') })}`;
};

const copyText = ({ landing_page_url: page, pdf_url: pdf, version }: Fields): string => {
  const address = textIn(page) || textIn(pdf);
  return typeof version === 'string' && address !== '' ? `${address} (${factWord(version)})` : address;
};

const noticeText = ({ by, kind }: Fields): string =>
  typeof by === 'string' && typeof kind === 'string' ? t(kind === 'retraction' ? 'retraction' : 'notice', { by }) : '';

const affiliationText = ({ entityId: entity, status, startsAt: from, endsAt: to }: Fields): string => {
  if (typeof entity !== 'string' || typeof from !== 'number') return '';
  if (typeof to === 'number') return t('affiliated_until', { entity, from: day(from), to: day(to) });
  return t(status === 'external' ? 'affiliated_external' : 'affiliated', { entity, from: day(from) });
};

const COUNTS = ['found', 'created', 'refreshed', 'unchanged', 'failed'] as const;

const countsText = (fields: Fields): string => {
  const counts = COUNTS.flatMap((name) => (typeof fields[name] === 'number' ? [[name, fields[name]] as const] : []));
  return counts.length === COUNTS.length ? t('counts', Object.fromEntries(counts)) : '';
};

const errorText = ({ code, message }: Fields): string =>
  typeof code === 'string' && typeof message === 'string' ? jobErrorText({ code, message }) : '';

const FORMS = [
  ...[nameText, dateText, relationText, licenceText, funderText, copyText, noticeText],
  ...[affiliationText, countsText, errorText, localizedText],
];

const namedText = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => {
      const text = valueText(value, name);
      return text === null ? [] : [`${name.replaceAll('_', ' ')}: ${text}`];
    })
    .join('; ');

const fieldsText = (fields: Fields): string => {
  for (const form of FORMS) {
    const text = form(fields);
    if (text !== '') return text;
  }
  return namedText(fields);
};

/** Without an “and”, which would show up in every comparison. */
const listText = (values: readonly unknown[]): string =>
  values.flatMap((each) => valueText(each) ?? []).join(values.every(isFields) ? '; ' : ', ');

const EARLIEST_MS = Date.UTC(1990, 0);

const isInstant = (field: string, value: number): boolean => /(?:^|_)at$/u.test(field) && value > EARLIEST_MS;

const IN_WORDS: Readonly<Record<string, (value: string) => string>> = {
  type: typeName,
  language: languageName,
  role: roleName,
  invited_role: roleName,
};

const textOf = (value: unknown, field: string): string => {
  if (typeof value === 'string') return IN_WORDS[field]?.(value) ?? plainText(value);
  if (typeof value === 'boolean') return common(value ? 'yes' : 'no');
  if (typeof value === 'number') return isInstant(field, value) ? instant(value) : number(value);
  if (Array.isArray(value)) return listText(value);
  return isFields(value) ? fieldsText(value) : '';
};

/** Null if there is no value. `field`: its name, which may decide the format. */
export const valueText = (value: unknown, field = ''): string | null => textOf(value, field) || null;
