/** An edit of a publication: of its record, of the dashboard-only fields, and of whether it is public. */
import { changesBetween } from '../changes/between.ts';
import { withChanges } from '../changes/apply.ts';
import { fieldOf, type Change } from '../changes/change.ts';
import { editRecord, type RecordEdit } from '../record/edit.ts';
import type { PublicationEvent } from './events.ts';
import { isDashboardField, type Present } from './state.ts';

/** `changes` may name dashboard-only fields too: `/funding`. */
export type Edit = RecordEdit & { readonly visible?: boolean };

const visibilityEvent = (visible: boolean, data: { readonly isEdit?: true }): PublicationEvent => ({
  type: visible ? 'PublicationShown' : 'PublicationHidden',
  data,
});

/** One event that counts as an edit, whatever it changes; none if the record already has these values. */
export const edit = (
  state: Present,
  { changes, revert = [], visible = state.visible }: Edit,
): readonly PublicationEvent[] => {
  const isOfDashboard = (change: Change): boolean => isDashboardField(fieldOf(change));
  const custom = changesBetween(state.custom, withChanges(state.custom, changes.filter(isOfDashboard)));
  const record = editRecord(
    state,
    { changes: changes.filter((change) => !isOfDashboard(change)), revert },
    (field) => (state.baselines[field]?.driftedAt ?? null) !== null,
  );
  const isVisibilityChanged = visible !== state.visible;
  if (record === null && custom.length === 0)
    return isVisibilityChanged ? [visibilityEvent(visible, { isEdit: true })] : [];
  const edited: PublicationEvent = {
    type: 'PublicationEdited',
    data: { changes: [...(record?.changes ?? []), ...custom], reverted: record?.reverted ?? [] },
  };
  return isVisibilityChanged ? [edited, visibilityEvent(visible, {})] : [edited];
};
