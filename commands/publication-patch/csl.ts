/** Checks that the result of an edit is valid CSL-JSON, with dates that exist and a visible title. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CslDate, CslItem } from '../../domain/csl.ts';
import { CSL_ITEM_SCHEMA, DATE_FIELDS } from '../../domain/csl-schema.ts';
import { equal } from '../../domain/equal.ts';
import { Refused } from '../../domain/errors.ts';
import { isInCalendar } from '../../domain/partial-date.ts';
import type { FieldChange } from '../../domain/publication/events.ts';
import { isVisible } from '../../domain/text/visible.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

/** Throws `Refused('invalid')`, naming the field. */
export const parseCslItem = (record: unknown): CslItem => {
  const validate = ajv.compile<CslItem>(CSL_ITEM_SCHEMA);
  if (validate(record)) return record;
  const [error] = validate.errors ?? [];
  const extra: unknown = error?.params['additionalProperty'] ?? error?.params['missingProperty'];
  const field = `${error?.instancePath ?? ''}${typeof extra === 'string' ? `/${extra}` : ''}`.slice(1) || 'record';
  const known =
    error?.keyword === 'additionalProperties' ? 'is not a CSL-JSON field' : (error?.message ?? 'is invalid');
  throw new Refused('invalid', 'invalid_csl', `the result would not be valid CSL-JSON: ${field} ${known}`, {
    field,
    accepted: 'the fields and types of CSL-JSON 1.0.2; anything else goes under custom, an object',
  });
};

const partsOf = (value: unknown): NonNullable<CslDate['date-parts']> =>
  (value as CslDate | undefined)?.['date-parts'] ?? [];

/**
 * Dates must exist in the calendar: listings silently drop the invalid parts of any other. Accepts unchanged parts, which may
 * predate this check. Throws `Refused('invalid')`, naming the field.
 */
export const mustBeDates = (changes: readonly FieldChange[]): void => {
  for (const { field, before, after } of changes)
    if (DATE_FIELDS.has(field) && !equal(partsOf(after), partsOf(before)) && !partsOf(after).every(isInCalendar))
      throw new Refused('invalid', 'invalid_date', `${field} is not a valid calendar date`, {
        field,
        accepted: 'date-parts with a year, a year and a month, or a day that exists: [[2024, 2, 29]]',
      });
};

/**
 * As with works and people, a title must not be blank, unless it is unchanged or removed. The changes are clean. Throws
 * `Refused('invalid')`, naming the field.
 */
export const mustHaveTitle = (changes: readonly FieldChange[]): void => {
  const title = changes.find(({ field }) => field === 'title');
  if (typeof title?.after === 'string' && !isVisible(title.after))
    throw new Refused('invalid', 'invalid_title', 'title must not be blank', {
      field: 'title',
      accepted: "non-blank text; to restore the provider's title, remove /edited/title",
    });
};
