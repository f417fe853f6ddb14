/** The names of actors. */
import type { Event } from '../../client/generated/operations.ts';
import { fieldsTouched } from '../../../../domain/changes/change.ts';
import { me } from '../../client/session.ts';
import type { Who } from '../../parts/editing/conflict-dialog.tsx';
import type { Conflict } from '../../parts/editing/conflict.ts';
import type { IconName } from '../../parts/icon.tsx';
import { words as t } from './generated/words.ts';

type Actor = Event['actor'];

const ICONS: Readonly<Record<string, IconName>> = { user: 'user', api_key: 'key-round', installation: 'building' };

export const actorIcon = ({ type }: Actor): IconName => ICONS[type] ?? 'settings';

/** For use in a sentence. */
export const actorName = ({ type, id, label }: Actor): string => {
  switch (type) {
    case 'user':
      // Erased users have only their id as a label.
      return label === id ? t('former_user') : label;
    case 'api_key':
      return t('key_of', { name: label });
    case 'installation':
      return label;
    default:
      return t('colophon');
  }
};

export const isReader = ({ type, id }: Actor): boolean => type === 'user' && id === me.value?.user_id;

/** For use by itself: “You” for the reader. */
export const actorAlone = (actor: Actor): string => (isReader(actor) ? t('you') : actorName(actor));

/** Who made the other changes of a conflict; the reader only if nobody else did. `events`: newest first. */
export const overtaker = ({ theirs }: Conflict, events: readonly Pick<Event, 'actor' | 'changes'>[]): Who | null => {
  const last = theirs.flatMap(
    ({ field }) => events.find(({ changes }) => fieldsTouched(changes).includes(field)) ?? [],
  );
  const { actor } = last.find((event) => !isReader(event.actor)) ?? last[0] ?? { actor: null };
  return actor && { name: actorName(actor), isReader: isReader(actor) };
};
