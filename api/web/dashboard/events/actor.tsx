/** The names of actors. */
import type { Event } from '../../client/generated/operations.ts';
import { me } from '../../client/session.ts';
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

/** For use by itself: “You” for the reader. */
export const actorAlone = (actor: Actor): string =>
  actor.type === 'user' && actor.id === me.value?.user_id ? t('you') : actorName(actor);
