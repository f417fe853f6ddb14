/** The fields of a project as stored: trimmed texts, dates that exist, iDs in normal form. */
import { mustSay } from '../bounded.ts';
import { inField, Refused } from '../errors.ts';
import { jsonBytes, PROJECT } from '../limits.ts';
import { firstDayOf, parsePartialDate, type PartialDate } from '../partial-date.ts';
import { parsePersonId } from '../person/id.ts';
import type { ProjectFields } from './events.ts';

const textIn = (text: string, field: string): string => mustSay(text.trim(), field);

const textOrNullIn = (text: string | null, field: string): string | null =>
  text === null ? null : textIn(text, field);

const dateIn = (date: string | null, field: string): PartialDate | null =>
  date === null ? null : inField(field, () => parsePartialDate(date));

const orcidsIn = (orcids: readonly string[], field: string): readonly string[] =>
  inField(field, () => [...new Set(orcids.map(parsePersonId))]);

/** Throws `Refused('invalid')`, naming the field, also for an end before the start. */
export const parseProjectFields = (fields: ProjectFields): ProjectFields => {
  const start = dateIn(fields.start_date, 'start_date');
  const end = dateIn(fields.end_date, 'end_date');
  // An end known only to the year may be anywhere in it.
  if (start !== null && end !== null && firstDayOf(end) < firstDayOf(start).slice(0, end.length))
    throw new Refused('invalid', 'invalid_dates', 'end_date is before start_date', {
      field: 'end_date',
      accepted: 'a date from start_date on',
    });
  if (jsonBytes(fields) > PROJECT.bytes)
    throw new Refused('invalid', 'record_too_large', 'the project is too large', {
      field: 'body',
      accepted: `at most ${PROJECT.bytes} bytes`,
    });
  return {
    ...fields,
    programme: textIn(fields.programme, 'programme'),
    title: textIn(fields.title, 'title'),
    abstract: textOrNullIn(fields.abstract, 'abstract'),
    proponent_institution: textOrNullIn(fields.proponent_institution, 'proponent_institution'),
    start_date: start,
    end_date: end,
    member_orcids: orcidsIn(fields.member_orcids, 'member_orcids'),
    coordinator_orcids: orcidsIn(fields.coordinator_orcids, 'coordinator_orcids'),
  };
};
