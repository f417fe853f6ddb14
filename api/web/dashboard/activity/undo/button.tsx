/** “Undo” for the events of one cause, if the reader may, and something is left to undo. */
import type { Event } from '../../../client/generated/operations.ts';
import { may } from '../../../client/session.ts';
import { Button } from '../../../parts/button.tsx';
import { words as common } from '../../../parts/generated/words.ts';
import { plainText } from '../../../parts/markup-parser.ts';
import { nameOf } from '../../events/naming.ts';
import type { Entry } from '../causes.ts';
import { words as t } from '../generated/words.ts';
import { startUndo, type Target } from './state.ts';

/** Parts of a merge, which is undone as a whole. */
const PARTS: ReadonlySet<string> = new Set(['PersonMerged', 'PersonSeparated', 'PersonAbsorbed', 'PersonReleased']);

const undoOf = ({ id, events }: Entry): Target => {
  const [{ id: event, event_type: type, changes }, ...others] = events;
  if (others.length > 0 || PARTS.has(type)) return { kind: 'cause', id };
  return { kind: 'event', id: event, paths: [...new Set(changes.map(({ path }) => path))] };
};

const canUndo = ({ undo_role: needed, undone }: Event): boolean => needed !== null && may(needed) && undone === null;

type Props = {
  readonly entry: Entry;
  /** What happened, if there are several events. */
  readonly what?: string;
};

export const UndoButton = ({ entry, what }: Props) => {
  const { events } = entry;
  const [first] = events;
  if (!events.some(canUndo)) return null;
  const undo = events.length === 1 ? common('undo') : t('undo_all');
  const name = what ?? `${nameOf(first)} – ${plainText(first.subject.label)}`;
  return (
    <Button
      isSmall
      kind="quiet"
      icon="undo-2"
      aria-label={`${undo}: ${name}`}
      onClick={() => {
        const target = undoOf(entry);
        startUndo(target, target.kind === 'event' ? first : null);
      }}
    >
      <span class="if-wide">{undo}</span>
    </Button>
  );
};
