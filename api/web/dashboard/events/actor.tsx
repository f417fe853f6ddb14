/** Who changed something. */
import type { Event } from '../../client/generated/operations.ts';
import { me } from '../../client/session.ts';
import type { IconName } from '../../parts/icon.tsx';
import { words as t } from './words.ts';

type Actor = Event['actor'];

const ICONS: Readonly<Record<string, IconName>> = { user: 'user', api_key: 'key-round', installation: 'building' };

export const actorIcon = ({ type }: Actor): IconName => ICONS[type] ?? 'settings';

/** As part of a sentence. */
export const actorName = ({ type, id, label }: Actor): string => {
  switch (type) {
    case 'user':
      // Users who were erased have no label but their id.
      return label === id ? t('former_user') : label;
    case 'api_key':
      return t('key_of', { name: label });
    case 'installation':
      return label;
    default:
      return t('colophon');
  }
};

/** By itself, such as in a list. */
export const actorAlone = (actor: Actor): string =>
  actor.type === 'user' && actor.id === me.value?.user_id ? t('you') : actorName(actor);
