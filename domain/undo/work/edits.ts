/** Undoing what changed the record or the address of a work. */
import { withOrcids } from '../../publication/author-entries.ts';
import { editable } from '../../publication/overlay.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { WorkCommand } from '../../work/commands.ts';
import type { Work } from '../../work/state.ts';
import { recordInverses } from '../record-inverses.ts';

export const HREF = '/href';

export const { edited, refreshed } = recordInverses<Work, WorkCommand, WorkEvent>({
  beside: ({ href }) => ({ [HREF]: href }),
  put: (asked, { [HREF]: href }, now) => {
    const { changes, orcids } = withOrcids(asked, editable(now));
    return {
      type: 'EditWork',
      fields: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
      orcids,
      ...(typeof href === 'string' ? { href } : {}),
    };
  },
});
