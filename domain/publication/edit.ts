/** An edit of a publication: of its record, of the dashboard-only fields, of whether it is public, and of its retraction. */
import { changesBetween } from '../changes/between.ts';
import { withChanges } from '../changes/apply.ts';
import { fieldOf, type Change } from '../changes/change.ts';
import { Refused } from '../errors.ts';
import { editRecord, type RecordEdit } from '../record/edit.ts';
import type { PublicationEvent } from './events.ts';
import { isDashboardField, isRetracted, type Present } from './state.ts';

/** `changes` may name dashboard-only fields too: `/funding`. `retracted`: false dismisses all notices, true takes that back. */
export type Edit = RecordEdit & { readonly visible?: boolean; readonly retracted?: boolean };

/** `data`: of the first. */
const retractionEvents = (
  { doi, notices, dismissed = [] }: Present,
  isNow: boolean,
  data: { readonly isEdit?: true },
): readonly PublicationEvent[] => {
  if (isNow && dismissed.length === 0)
    throw new Refused('invalid', 'not_retracted', 'no notice of a retraction has been dismissed', {
      field: 'is_retracted',
      accepted: 'false, or true once a notice has been dismissed',
    });
  return (isNow ? dismissed : notices).map((notice, n) => ({
    type: isNow ? 'RetractionNoticed' : 'RetractionDismissed',
    data: { doi, notice, ...(n === 0 && data) },
  }));
};

const visibilityEvent = (visible: boolean, data: { readonly isEdit?: true }): PublicationEvent => ({
  type: visible ? 'PublicationShown' : 'PublicationHidden',
  data,
});

/** One event that counts as an edit, whatever it changes; none if the record already has these values. */
export const edit = (
  state: Present,
  { changes, revert = [], visible = state.visible, retracted = isRetracted(state) }: Edit,
): readonly PublicationEvent[] => {
  const isOfDashboard = (change: Change): boolean => isDashboardField(fieldOf(change));
  const custom = changesBetween(state.custom, withChanges(state.custom, changes.filter(isOfDashboard)));
  const record = editRecord(
    state,
    { changes: changes.filter((change) => !isOfDashboard(change)), revert },
    (field) => (state.baselines[field]?.driftedAt ?? null) !== null,
  );
  const isOfFields = record !== null || custom.length > 0;
  const isVisibilityChanged = visible !== state.visible;
  const marked = (data: { readonly isEdit?: true }) =>
    retracted === isRetracted(state) ? [] : retractionEvents(state, retracted, data);
  if (!isOfFields)
    return isVisibilityChanged ? [visibilityEvent(visible, { isEdit: true }), ...marked({})] : marked({ isEdit: true });
  const edited: PublicationEvent = {
    type: 'PublicationEdited',
    data: { changes: [...(record?.changes ?? []), ...custom], reverted: record?.reverted ?? [] },
  };
  return [edited, ...(isVisibilityChanged ? [visibilityEvent(visible, {})] : []), ...marked({})];
};
