/** Undoing what changed the record or the address of a work. */
import { merge } from '../../publication/overlay.ts';
import type { WorkCommand } from '../../work/work.ts';
import type { Part } from '../inverse.ts';
import { fieldsPutBack, mergedOf, recordParts } from '../record.ts';
import { present, type KnownWork, type WorkInverse, type WorkMoment } from './inverse.ts';

const HREF = '/href';

const moved = (before: KnownWork, after: KnownWork, now: KnownWork): readonly Part[] =>
  before.href === after.href ? [] : [{ path: HREF, before: before.href, after: after.href, now: now.href }];

const commands = ({ now }: WorkMoment, parts: readonly Part[]): readonly WorkCommand[] => {
  if (now.status === 'absent') return [];
  const ofRecord = parts.filter(({ path }) => path !== HREF);
  const href = parts.find(({ path }) => path === HREF)?.before;
  const fields = Object.fromEntries(fieldsPutBack(ofRecord, mergedOf(now)).map(({ field, after }) => [field, after]));
  return [{ type: 'EditWork', fields, ...(typeof href === 'string' ? { href } : {}) }];
};

/** A field that was not edited before shows what the source says of it now. */
export const edited: WorkInverse = {
  role: 'member',
  parts: (moment) => {
    const around = present(moment);
    if (around === null) return [];
    const { before, after, now } = around;
    const restored = merge(now.original, before.overlay);
    return [...recordParts(mergedOf(before), mergedOf(after), mergedOf(now), restored), ...moved(before, after, now)];
  },
  commands,
};

/** What the source said before is an edit over what it says now. */
export const refreshed: WorkInverse = {
  role: 'member',
  parts: (moment) => {
    const around = present(moment);
    if (around === null) return [];
    const { before, after, now } = around;
    return [...recordParts(mergedOf(before), mergedOf(after), mergedOf(now)), ...moved(before, after, now)];
  },
  commands,
};
