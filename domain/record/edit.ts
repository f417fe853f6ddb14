/** What an edit does to a record: the same rules for publications and works. */
import { withChanges } from '../changes/apply.ts';
import { changesBetween } from '../changes/between.ts';
import { fieldsTouched, pointerTo, type Change, type Fields } from '../changes/change.ts';
import { fitting } from '../changes/fit.ts';
import type { CslDate, CslItem, CslName } from '../csl.ts';
import { DATE_FIELDS, NAME_FIELDS } from '../csl-schema.ts';
import { equal } from '../equal.ts';
import { inField, Refused } from '../errors.ts';
import { withNormalFacts } from '../facts/edited.ts';
import { isObject } from '../json.ts';
import { ROOM_FOR_CHANGES } from '../limits.ts';
import { orcidAddress, parseOrcid } from '../orcid.ts';
import { ownOf } from '../own.ts';
import { isInCalendar } from '../partial-date.ts';
import { OMITTED } from '../publication/omitted.ts';
import { isVisible } from '../text/visible.ts';
import { fieldsOf, merge, without, type Edited, type Layered } from './overlay.ts';

/** `changes` of the record as it is without the edits in `revert`, which show the provider's value again. */
export type RecordEdit = {
  readonly changes: readonly Change[];
  readonly revert?: readonly string[];
};

/** These identify the record. */
const FIXED = new Set(['DOI', 'id']);
/** Websites render it as a link, and no other scheme is safe to click. */
const WEB_ADDRESS = /^https?:\/\//i;

const partsOf = (value: unknown): NonNullable<CslDate['date-parts']> =>
  (value as CslDate | undefined)?.['date-parts'] ?? [];

/** Dates must exist in the calendar: listings silently drop the invalid parts of any other. */
const mustBeDates = (touched: readonly string[], before: Fields, after: Fields): void => {
  for (const field of touched) {
    if (!DATE_FIELDS.has(field)) continue;
    const [was, is] = [partsOf(ownOf(before, field)), partsOf(ownOf(after, field))];
    if (!equal(was, is) && !is.every(isInCalendar))
      throw new Refused('invalid', 'invalid_date', `${field} is not a valid calendar date`, {
        field,
        accepted: 'date-parts with a year, a year and a month, or a day that exists: [[2024, 2, 29]]',
      });
  }
};

const mustHaveTitle = (touched: readonly string[], { title }: Fields): void => {
  if (touched.includes('title') && typeof title === 'string' && !isVisible(title))
    throw new Refused('invalid', 'invalid_title', 'title must not be blank', {
      field: 'title',
      accepted: "non-blank text; to restore the provider's title, remove /edited/title",
    });
};

/** iDs in normal form, wherever a list of names has one. Throws `Refused('invalid')`, naming the place. */
const withOrcids = (touched: readonly string[], fields: Fields): Fields => {
  const lists = touched.filter((field) => NAME_FIELDS.has(field) && Array.isArray(fields[field]));
  const normal = lists.map((field) => [
    field,
    (fields[field] as readonly CslName[]).map((name, place) =>
      name.ORCID === undefined
        ? name
        : { ...name, ORCID: inField(`${field}/${place}/ORCID`, () => orcidAddress(parseOrcid(name.ORCID ?? ''))) },
    ),
  ]);
  return lists.length === 0 ? fields : { ...fields, ...(Object.fromEntries(normal) as Fields) };
};

const refuseWhatIsNoRecord = (touched: readonly string[], record: Fields): void => {
  for (const field of touched) {
    const after = ownOf(record, field);
    const refusal = (accepted: string): Refused =>
      new Refused('invalid', 'field_not_editable', `${field} cannot be edited this way`, { field, accepted });
    if (FIXED.has(field)) throw refusal('any field except DOI and id');
    if (field === 'type' && (typeof after !== 'string' || after === '')) throw refusal('a CSL type');
    if (field === 'URL' && after !== undefined && !(typeof after === 'string' && WEB_ADDRESS.test(after)))
      throw refusal('an address that begins with http:// or https://');
    if (field === 'custom' && after !== undefined && !isObject(after)) throw refusal('an object, or nothing');
  }
};

const lengthOf = ({ author }: Fields): number => (Array.isArray(author) ? author.length : 0);

/** A list of another length is complete, so the provider's count of omitted authors no longer applies; corrected entries keep it. */
const withoutStaleCount = (before: Fields, after: Fields, touched: readonly string[]): Fields => {
  const { custom } = after;
  const isReplaced = touched.includes('author') && !touched.includes('custom') && lengthOf(before) !== lengthOf(after);
  if (!isReplaced || !isObject(custom) || !Object.hasOwn(custom, OMITTED)) return after;
  const { [OMITTED]: _count, ...rest } = custom;
  const { custom: _custom, ...others } = after;
  return Object.keys(rest).length === 0 ? others : { ...others, custom: rest };
};

/** Reverting to the provider's list of authors also restores its count of omitted authors. */
const withCount = ({ original, overlay }: Layered, revert: readonly string[]): readonly string[] => {
  const { custom } = fieldsOf(original);
  const { [OMITTED]: count, ...rest } = isObject(custom) ? custom : {};
  const put = ownOf(overlay, 'custom');
  const own = put !== undefined && 'value' in put ? put.value : {};
  return revert.includes('author') && count !== undefined && equal(own, rest) ? [...revert, 'custom'] : revert;
};

/** An entry for a field that keeps its value. */
const unchanged = (record: Fields, field: string): Change => {
  const value = ownOf(record, field);
  return { path: pointerTo(field), ...(value === undefined ? {} : { before: value, after: value }) };
};

/**
 * Null if the record already has these values. Changing a field to the provider's value ends its edit. `hasDrifted`: the fields whose provider value has changed since the edit; one that is reverted and put back is recorded, since the editor has
 * seen the current value.
 */
export const editRecord = (
  layered: Layered,
  { changes, revert: asked = [] }: RecordEdit,
  hasDrifted: (field: string) => boolean = () => false,
): (Edited & { readonly record: CslItem }) | null => {
  const { original, overlay } = layered;
  const revert = withCount(layered, asked);
  const before = fieldsOf(merge(layered));
  const base = fieldsOf(merge({ original, overlay: without(overlay, revert) }));
  const written = fieldsTouched(changes);
  const given = withNormalFacts(written, before, withOrcids(written, withChanges(base, changes)));
  refuseWhatIsNoRecord(written, given);
  mustBeDates(written, before, given);
  mustHaveTitle(written, given);
  const wanted = withoutStaleCount(before, given, written);

  const isProviders = (field: string): boolean => equal(ownOf(wanted, field), ownOf(fieldsOf(original), field));
  const touched = new Set([...revert, ...written, ...(wanted === given ? [] : ['custom'])]);
  const isChanged = (field: string): boolean => !equal(ownOf(before, field), ownOf(wanted, field));
  const reverted = [...touched].filter(
    (field) => Object.hasOwn(overlay, field) && isProviders(field) && (revert.includes(field) || isChanged(field)),
  );
  const seen = revert.filter(
    (field) => written.includes(field) && Object.hasOwn(overlay, field) && !isProviders(field) && hasDrifted(field),
  );
  const kept = seen.filter((field) => !isChanged(field));
  const made = [...changesBetween(before, wanted), ...kept.map((field) => unchanged(before, field))];
  if (made.length + reverted.length === 0) return null;
  return { changes: fitting(made, ROOM_FOR_CHANGES), reverted, record: wanted as CslItem };
};
