/** The outcome of an edit: the overlay that gives the merged record the values the editor wants. */
import { changesBetween } from '../changes/between.ts';
import { pointerTo, type Change } from '../changes/change.ts';
import { fitting } from '../changes/fit.ts';
import { equal } from '../equal.ts';
import { isObject } from '../json.ts';
import { Refused } from '../errors.ts';
import { ROOM_FOR_CHANGES } from '../limits.ts';
import type { CslItem } from '../csl.ts';
import { ownOf } from '../own.ts';
import type { Orcids } from './author-entries.ts';
import { entriesEdited } from './entries-edited.ts';
import type {
  DashboardFields,
  FieldChange,
  Overlay,
  OverlayChange,
  OverlayChanges,
  PublicationEvent,
} from './events.ts';
import { editable, fieldsOf, isOfEntries, merge, overlayFor, withOverlay, type Fields } from './overlay.ts';
import type { Present } from './state.ts';
import { OMITTED } from './trimming.ts';

export type Edit = {
  /** Fields to change in the merged record; if a field occurs twice, the later change wins. */
  readonly changes: readonly FieldChange[];
  /** The iDs of the authors, place by place. Default: those in `custom`, if it gives others; else they follow the authors. */
  readonly orcids?: Orcids;
  readonly revert?: readonly string[];
  readonly custom?: Readonly<Partial<DashboardFields>>;
  readonly visible?: boolean;
};

/** These identify the publication. */
const FIXED = new Set(['DOI', 'id']);
/** Websites render it as a link, and no other scheme is safe to click. */
const WEB_ADDRESS = /^https?:\/\//i;

const refuseWhatIsNoRecord = (changes: readonly FieldChange[]): void => {
  for (const { field, after } of changes) {
    const refusal = (accepted: string): Refused =>
      new Refused('invalid', 'field_not_editable', `${field} cannot be edited this way`, { field, accepted });
    if (FIXED.has(field)) throw refusal('any field except DOI and id');
    if (field === 'type' && (typeof after !== 'string' || after === '')) throw refusal('a CSL type');
    if (field === 'URL' && after !== undefined && !(typeof after === 'string' && WEB_ADDRESS.test(after)))
      throw refusal('an address that begins with http:// or https://');
    if (field === 'custom' && after !== undefined && !isObject(after)) throw refusal('an object, or nothing');
  }
};

const newOnes = <T>(now: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(wanted).filter(([field, value]) => !equal(ownOf(now, field), value)));

/** A replaced list of authors is complete, so the provider's count of omitted authors no longer applies. */
const withoutStaleCount = (shown: Fields, changes: readonly FieldChange[]): readonly FieldChange[] => {
  const authors = changes.find(({ field }) => field === 'author');
  const isCustomEdited = changes.some(({ field }) => field === 'custom');
  const { author, custom: present } = shown;
  if (authors === undefined || isCustomEdited || !isObject(present) || !Object.hasOwn(present, OMITTED)) return changes;
  const listed = ({ after }: Pick<FieldChange, 'after'>): number => (Array.isArray(after) ? after.length : 0);
  // A list of the same length corrects entries, so the count still applies.
  if (Array.isArray(author) && listed(authors) === author.length) return changes;
  const { [OMITTED]: _count, ...rest } = present;
  return [...changes, { field: 'custom', ...(Object.keys(rest).length === 0 ? {} : { after: rest }) }];
};

/** Reverting to the provider's list of authors also restores its count of omitted authors. */
const withCount = (original: CslItem, overlay: Overlay, revert: readonly string[]): readonly string[] => {
  const { custom } = editable(original);
  const { [OMITTED]: count, ...rest } = isObject(custom) ? custom : {};
  const put = overlay['custom'];
  const own = put !== undefined && 'value' in put ? put.value : {};
  return revert.includes('author') && count !== undefined && equal(own, rest) ? [...revert, 'custom'] : revert;
};

/** The overlay's changes. Setting a field to its underlying value, or reverting an unedited field, changes nothing. */
const overlaying = (state: Present, { changes, orcids, revert: asked = [] }: Edit): OverlayChanges => {
  const { original, overlay } = state;
  const revert = withCount(original, overlay, asked);
  const reverted: Record<string, OverlayChange> = Object.fromEntries(
    revert.filter((field) => Object.hasOwn(overlay, field)).map((field) => [field, { reverted: true }]),
  );
  const base = withOverlay(overlay, reverted);
  const shown = fieldsOf(merge(original, base));
  const last = withoutStaleCount(fieldsOf(merge(original, overlay)), [
    ...new Map(changes.map((change) => [change.field, change])).values(),
  ]);
  const plain = last.filter(({ field, after }) => !isOfEntries(field) && !equal(ownOf(shown, field), after));
  return newOnes(overlay, {
    ...reverted,
    ...overlayFor(original, [...plain, ...entriesEdited(state, base, last, orcids)]),
  });
};

/** Fields reverted and edited again in one patch although the provider's value has drifted: the editor has seen the current value. */
const confirmed = (
  { overlay, baselines }: Present,
  { changes, revert = [] }: Edit,
  put: OverlayChanges,
): readonly string[] =>
  revert.filter((field) => {
    const isDrifted = (baselines[field]?.driftedAt ?? null) !== null && Object.hasOwn(overlay, field);
    return isDrifted && !Object.hasOwn(put, field) && changes.some((change) => change.field === field);
  });

/** An entry for a field that keeps its value. */
const unchanged = (record: Fields, field: string): Change => {
  const value = ownOf(record, field);
  return { path: pointerTo(field), ...(value === undefined ? {} : { before: value, after: value }) };
};

/** The fields whose edits are reverted. */
export const takenBack = (overlay: OverlayChanges): readonly string[] =>
  Object.entries(overlay).flatMap(([field, change]) => ('reverted' in change ? [field] : []));

const wasCustom = ({ custom }: Present, put: Readonly<Partial<DashboardFields>>) => {
  const fields = Object.keys(put) as readonly (keyof DashboardFields)[];
  return fields.length === 0 ? {} : { customBefore: Object.fromEntries(fields.map((field) => [field, custom[field]])) };
};

const visibilityEvent = (visible: boolean, data: { readonly isEdit?: true }): PublicationEvent => ({
  type: visible ? 'PublicationShown' : 'PublicationHidden',
  data,
});

/** One event that counts as an edit, whatever it changes; none if the record already has these values. */
export const edit = (state: Present, asked: Edit): readonly PublicationEvent[] => {
  refuseWhatIsNoRecord(asked.changes);
  const overlay = overlaying(state, asked);
  const custom: Readonly<Partial<DashboardFields>> = newOnes(state.custom, asked.custom ?? {});
  const { visible = state.visible } = asked;
  const isVisibilityChanged = visible !== state.visible;
  const kept = confirmed(state, asked, overlay);
  if (Object.keys(overlay).length + Object.keys(custom).length + kept.length === 0)
    return isVisibilityChanged ? [visibilityEvent(visible, { isEdit: true })] : [];

  const before = fieldsOf(merge(state.original, state.overlay));
  const after = fieldsOf(merge(state.original, withOverlay(state.overlay, overlay)));
  const edited: PublicationEvent = {
    type: 'PublicationEdited',
    data: {
      changes: fitting(
        [...changesBetween(before, after), ...kept.map((field) => unchanged(before, field))],
        ROOM_FOR_CHANGES,
      ),
      reverted: takenBack(overlay),
      custom,
      ...wasCustom(state, custom),
    },
  };
  return isVisibilityChanged ? [edited, visibilityEvent(visible, {})] : [edited];
};
