/** Undoing what changed the record or the address of a work. */
import type { WorkEvent } from '../../work/events.ts';
import type { Work, WorkCommand } from '../../work/work.ts';
import { recordInverses } from '../record-inverses.ts';

const HREF = '/href';

export const { edited, refreshed } = recordInverses<Work, WorkCommand, WorkEvent>({
  beside: ({ href }) => ({ [HREF]: href }),
  put: (changes, { [HREF]: href }) => ({
    type: 'EditWork',
    fields: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    ...(typeof href === 'string' ? { href } : {}),
  }),
});
