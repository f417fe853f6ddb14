/** Who changed something, what it happened to, and when, each with the way there. */
import type { Event } from '../../client/generated/operations.ts';
import { ago, instant } from '../../client/format.ts';
import { me, workspace } from '../../client/session.ts';
import type { IconName } from '../../parts/icon.tsx';
import { Markup } from '../../parts/markup.tsx';
import { linkTo } from '../pages.ts';
import { words as t } from './words.ts';

type Actor = Event['actor'];
type Subject = Event['subject'];

const ICONS: Readonly<Record<string, IconName>> = { user: 'user', api_key: 'key-round', installation: 'building' };

export const actorIcon = ({ type }: Actor): IconName => ICONS[type] ?? 'settings';

export const actorName = ({ type, id, label }: Actor): string => {
  if (type === 'user') {
    if (id === me.value?.user_id) return t('you');
    // One without a name or address any more is called by the id.
    return label === id ? t('former_user') : label;
  }
  if (type === 'api_key') return t('key_of', { name: label });
  return type === 'installation' ? label : t('colophon');
};

/** Where its own page is; null while there is none. */
export const subjectHref = ({ type, id }: Subject): string | null => {
  const at = workspace.value ?? '';
  const part = id.split('/').map(encodeURIComponent).join('/');
  switch (type) {
    case 'publication':
      return linkTo(at, `/publications/${part}`);
    case 'person':
    case 'ingestion':
      return linkTo(at, `/people/${part}`);
    case 'work':
      return linkTo(at, `/works/${part}`);
    case 'project':
      return linkTo(at, `/projects/${part}`);
    case 'entity':
      return linkTo(at, '/entities');
    case 'category':
      return linkTo(at, '/categories');
    case 'user':
      return linkTo(at, '/members');
    case 'api_key':
    case 'installation':
      return linkTo(at, '/keys');
    default:
      return null;
  }
};

export const SubjectName = ({ subject }: { readonly subject: Subject }) => {
  const href = subjectHref(subject);
  const name = <Markup html={subject.label} fallback={subject.id} />;
  return href === null ? (
    <span dir="auto">{name}</span>
  ) : (
    <a class="row-name" href={href} dir="auto">
      {name}
    </a>
  );
};

export const When = ({ ms }: { readonly ms: number }) => (
  <time class="nowrap" dateTime={new Date(ms).toISOString()} title={instant(ms)}>
    {ago(ms)}
  </time>
);
