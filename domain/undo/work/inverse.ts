/** What the inverses of a work's events have in common. */
import type { WorkEvent } from '../../work/events.ts';
import type { Work, WorkCommand } from '../../work/work.ts';
import type { Inverse, Moment } from '../inverse.ts';

export type WorkInverse = Inverse<Work, WorkCommand, WorkEvent>;
export type WorkMoment = Moment<Work, WorkEvent>;
export type KnownWork = Exclude<Work, { readonly status: 'absent' }>;

type Around = { readonly before: KnownWork; readonly after: KnownWork; readonly now: KnownWork };

/** The states, if there was a work in all of them. */
export const present = ({ before, after, now }: WorkMoment): Around | null =>
  before.status === 'absent' || after.status === 'absent' || now.status === 'absent' ? null : { before, after, now };
