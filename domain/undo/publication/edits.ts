/** Undoing what changed the record: an edit by staff, or a provider's refresh, whose own record stays. */
import { pointerTo } from '../../changes/change.ts';
import type { PublicationCommand } from '../../publication/commands.ts';
import type { DashboardFields } from '../../publication/events.ts';
import { merge } from '../../publication/overlay.ts';
import { NO_DASHBOARD_FIELDS, type Present } from '../../publication/state.ts';
import type { Part, Parts } from '../inverse.ts';
import { fieldsPutBack, mergedOf, recordParts } from '../record.ts';
import { present, type PublicationInverse, type PublicationMoment } from './inverse.ts';

const FIELDS = Object.keys(NO_DASHBOARD_FIELDS) as readonly (keyof DashboardFields)[];
const BY_PATH = new Map<string, keyof DashboardFields>(FIELDS.map((field) => [pointerTo(field), field]));

/** The dashboard-only fields, by path. */
export const dashboardParts = ({ custom }: Present): Parts =>
  Object.fromEntries([...BY_PATH].map(([path, field]) => [path, custom[field]]));

const dashboardChanges = (before: Parts, after: Parts, now: Parts): readonly Part[] =>
  [...BY_PATH.keys()]
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, before: before[path], after: after[path], now: now[path] }));

const commands = ({ now }: PublicationMoment, parts: readonly Part[]): readonly PublicationCommand[] => {
  if (now.status === 'absent') return [];
  const ofRecord = parts.filter(({ path }) => !BY_PATH.has(path));
  const custom = Object.fromEntries(
    parts.flatMap(({ path, before = null }) => (BY_PATH.has(path) ? [[BY_PATH.get(path), before]] : [])),
  ) as Readonly<Partial<DashboardFields>>;
  return [{ type: 'EditPublication', changes: fieldsPutBack(ofRecord, mergedOf(now)), custom }];
};

/** A field that was not edited before shows what the provider says of it now. */
export const edited: PublicationInverse = {
  role: 'member',
  parts: (moment) => {
    const around = present(moment);
    if (around === null) return [];
    const { before, after, now } = around;
    const restored = merge(now.original, before.overlay);
    return [
      ...recordParts(mergedOf(before), mergedOf(after), mergedOf(now), restored),
      ...dashboardChanges(dashboardParts(before), dashboardParts(after), dashboardParts(now)),
    ];
  },
  commands,
};

/** What the provider said before is an edit over what it says now. */
export const refreshed: PublicationInverse = {
  role: 'member',
  parts: (moment) => {
    const around = present(moment);
    return around === null ? [] : recordParts(mergedOf(around.before), mergedOf(around.after), mergedOf(around.now));
  },
  commands,
};
