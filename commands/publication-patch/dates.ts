/** Whether the dates that an edit makes are in the calendar: listings take from any other only what makes sense of it, without a word. */
import type { CslDate } from '../../domain/csl.ts';
import { DATE_FIELDS } from '../../domain/csl-schema.ts';
import { equal } from '../../domain/equal.ts';
import { Refused } from '../../domain/errors.ts';
import { isInCalendar } from '../../domain/partial-date.ts';
import type { FieldChange } from '../../domain/publication/events.ts';

const partsOf = (value: unknown): NonNullable<CslDate['date-parts']> =>
  (value as CslDate | undefined)?.['date-parts'] ?? [];

/** Accepts unchanged parts, which may predate this check. Throws `Refused('invalid')`, naming the field. */
export const mustBeDates = (changes: readonly FieldChange[]): void => {
  for (const { field, before, after } of changes)
    if (DATE_FIELDS.has(field) && !equal(partsOf(after), partsOf(before)) && !partsOf(after).every(isInCalendar))
      throw new Refused('invalid', 'invalid_date', `${field} is not a date of the calendar`, {
        field,
        accepted: 'date-parts with a year, a year and a month, or a day that exists: [[2024, 2, 29]]',
      });
};
