/** What follows from an edit: the overlay that makes the merged record say what the editor wants. */
import { changesBetween } from '../changes/between.ts';
import { fitting } from '../changes/fit.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { ROOM_FOR_CHANGES } from '../limits.ts';
import type { DashboardFields, FieldChange, OverlayChange, PublicationEvent } from './events.ts';
import { fieldsOf, merge, overlayFor, withOverlay } from './overlay.ts';
import type { Present } from './state.ts';

export type Edit = {
  /** The fields that shall be otherwise in the merged record; of two for one field the later one counts. */
  readonly changes: readonly FieldChange[];
  readonly revert?: readonly string[];
  readonly custom?: Readonly<Partial<DashboardFields>>;
  readonly visible?: boolean;
};

/** What names the publication is not metadata about it. */
const FIXED = new Set(['DOI', 'id']);
/** Websites make links of it; no other scheme is safe to click. */
const WEB_ADDRESS = /^https?:\/\//i;

const refuseWhatIsNoRecord = (changes: readonly FieldChange[]): void => {
  for (const { field, after } of changes) {
    const refusal = (accepted: string): Refused =>
      new Refused('invalid', 'field_not_editable', `${field} cannot be edited so`, { field, accepted });
    if (FIXED.has(field)) throw refusal('any field but those that name the publication');
    if (field === 'type' && (typeof after !== 'string' || after === '')) throw refusal('a CSL type');
    if (field === 'URL' && after !== undefined && !(typeof after === 'string' && WEB_ADDRESS.test(after)))
      throw refusal('an address that begins with http:// or https://');
    if (field === 'custom' && (typeof after !== 'object' || after === null || Array.isArray(after)))
      if (after !== undefined) throw refusal('an object, or nothing');
  }
};

const newOnes = <T>(now: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => !equal(Object.hasOwn(now, field) ? now[field] : undefined, value),
    ),
  );

/** The overlay's changes. A field set to what the record says without it, or reverted where nothing lies over it, is none. */
const overlaying = (
  { original, overlay }: Present,
  { changes, revert = [] }: Edit,
): Readonly<Record<string, OverlayChange>> => {
  const reverted: Record<string, OverlayChange> = Object.fromEntries(
    revert.filter((field) => Object.hasOwn(overlay, field)).map((field) => [field, { reverted: true }]),
  );
  const shown = fieldsOf(merge(original, withOverlay(overlay, reverted)));
  const last = [...new Map(changes.map((change) => [change.field, change])).values()];
  const put = overlayFor(
    original,
    last.filter(({ field, after }) => !equal(Object.hasOwn(shown, field) ? shown[field] : undefined, after)),
  );
  return newOnes(overlay, { ...reverted, ...put });
};

/** The fields that nothing lies over any more. */
export const takenBack = (overlay: Readonly<Record<string, OverlayChange>>): readonly string[] =>
  Object.entries(overlay).flatMap(([field, change]) => ('reverted' in change ? [field] : []));

const wasCustom = (
  { custom }: Present,
  put: Readonly<Partial<DashboardFields>>,
): { readonly customBefore?: Readonly<Partial<DashboardFields>> } => {
  const fields = Object.keys(put) as readonly (keyof DashboardFields)[];
  return fields.length === 0 ? {} : { customBefore: Object.fromEntries(fields.map((field) => [field, custom[field]])) };
};

/** One `PublicationEdited` for all that an edit changes, so that edits can be counted; none if the record says so already. */
export const edit = (state: Present, asked: Edit): readonly PublicationEvent[] => {
  refuseWhatIsNoRecord(asked.changes);
  const overlay = overlaying(state, asked);
  const custom: Readonly<Partial<DashboardFields>> = newOnes(state.custom, asked.custom ?? {});
  const { visible = state.visible } = asked;
  const isSeenAnew = visible !== state.visible;
  if (Object.keys(overlay).length === 0 && Object.keys(custom).length === 0 && !isSeenAnew) return [];

  const before = fieldsOf(merge(state.original, state.overlay));
  const after = fieldsOf(merge(state.original, withOverlay(state.overlay, overlay)));
  const edited: PublicationEvent = {
    type: 'PublicationEdited',
    data: {
      changes: fitting(changesBetween(before, after), ROOM_FOR_CHANGES),
      reverted: takenBack(overlay),
      custom,
      ...wasCustom(state, custom),
    },
  };
  return isSeenAnew ? [edited, { type: visible ? 'PublicationShown' : 'PublicationHidden', data: {} }] : [edited];
};
