/** Undoing what changed the record: an edit by staff, or a provider's refresh, whose own record stays. */
import { pointerTo } from '../../changes/change.ts';
import type { PublicationCommand } from '../../publication/commands.ts';
import type { DashboardFields, PublicationEvent } from '../../publication/events.ts';
import { NO_DASHBOARD_FIELDS, type Present, type Publication } from '../../publication/state.ts';
import type { Parts } from '../inverse.ts';
import { withOrcids } from '../../publication/author-entries.ts';
import { editable } from '../../publication/overlay.ts';
import { recordInverses } from '../record-inverses.ts';

const FIELDS = Object.keys(NO_DASHBOARD_FIELDS) as readonly (keyof DashboardFields)[];

/** The dashboard-only fields, by path. */
export const dashboardParts = ({ custom }: Present): Parts =>
  Object.fromEntries(FIELDS.map((field) => [pointerTo(field), custom[field]]));

const dashboardFields = (parts: Parts): Partial<DashboardFields> =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const path = pointerTo(field);
      return Object.hasOwn(parts, path) ? [[field, parts[path] ?? null]] : [];
    }),
  );

export const { edited, refreshed } = recordInverses<Publication, PublicationCommand, PublicationEvent>({
  beside: dashboardParts,
  put: (changes, beside, now) => ({
    type: 'EditPublication',
    ...withOrcids(changes, editable(now)),
    custom: dashboardFields(beside),
  }),
});
