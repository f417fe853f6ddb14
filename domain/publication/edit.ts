/** What follows from an edit: the overlay that makes the merged record say what the editor wants. */
import { equal } from '../equal.ts';
import type { DashboardFields, FieldChange, OverlayChange, PublicationEvent } from './events.ts';
import { changesBetween, fieldsOf, merge, overlayFor, withChanges, withOverlay } from './overlay.ts';
import type { Present } from './state.ts';

export type Edit = {
  readonly changes: readonly FieldChange[];
  readonly revert?: readonly string[];
  readonly custom?: Readonly<Partial<DashboardFields>>;
};

const changedCustom = (
  state: Present,
  custom: Readonly<Partial<DashboardFields>>,
): Readonly<Partial<DashboardFields>> =>
  Object.fromEntries(
    Object.entries(custom).filter(([field, value]) => !equal(state.custom[field as keyof DashboardFields], value)),
  );

/** Nothing if the record says so already; also no event for a field set to what the provider says and not overlaid. */
export const edit = (state: Present, { changes, revert = [], custom = {} }: Edit): readonly PublicationEvent[] => {
  const merged = merge(state.original, state.overlay);
  const reverted: Record<string, OverlayChange> = Object.fromEntries(
    revert.filter((field) => Object.hasOwn(state.overlay, field)).map((field) => [field, { reverted: true }]),
  );
  const wanted = withChanges(merge(state.original, withOverlay(state.overlay, reverted)), changes);
  const overlay = {
    ...reverted,
    ...overlayFor(
      state.original,
      changes.filter(({ field, after }) => !equal(fieldsOf(merged)[field], after)),
    ),
  };
  const touched = changedCustom(state, custom);
  if (Object.keys(overlay).length === 0 && Object.keys(touched).length === 0) return [];
  return [
    {
      type: 'PublicationEdited',
      data: { changes: changesBetween(fieldsOf(merged), fieldsOf(wanted)), overlay, custom: touched },
    },
  ];
};
