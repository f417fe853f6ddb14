/** Names of event types and of the fields that events change. */
import type { Event } from '../../client/generated/operations.ts';
import { messages } from '../../client/i18n.ts';
import { tokensOf } from '../../../../domain/changes/change.ts';
import { FIELDS, fieldName as nameInRecord } from '../publication/fields.ts';
import deFields from './fields/de.json' with { type: 'json' };
import enFields from './fields/en.json' with { type: 'json' };
import deWhat from './what/de.json' with { type: 'json' };
import enWhat from './what/en.json' with { type: 'json' };
import { words as t } from './generated/words.ts';

const fields = messages({ en: enFields, de: deFields });
const what = messages({ en: enWhat, de: deWhat });

const isField = (name: string): name is keyof typeof enFields => Object.hasOwn(enFields, name);
const isKnown = (type: string): type is keyof typeof enWhat => Object.hasOwn(enWhat, type);

export const EVENT_TYPES = Object.keys(enWhat) as readonly (keyof typeof enWhat)[];

/** The words of a name from a later release: `PublicationHidden` becomes “Publication hidden”. */
const asWords = (type: string): string => {
  const spaced = type.replace(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};

export const eventName = (type: string): string => (isKnown(type) ? what(type) : asWords(type));

const LINKING: Readonly<Record<string, Readonly<Record<string, Parameters<typeof t>[0]>>>> = {
  AuthorLinked: { person_orcids: 'person_linked', confirmed_orcids: 'link_confirmed' },
  AuthorUnlinked: { person_orcids: 'person_unlinked', suggestions: 'suggestion_rejected' },
};

/** What one event did, where the name of its type has several meanings. */
export const nameOf = ({ event_type: type, changes: [first] }: Pick<Event, 'event_type' | 'changes'>): string => {
  if (first === undefined) return eventName(type);
  const [field = ''] = tokensOf(first.path);
  const name = LINKING[type]?.[field];
  if (name === undefined) return eventName(type);
  return t(name === 'suggestion_rejected' && first.before === null ? 'rejection_undone' : name);
};

const named = (field: string): string => {
  if (FIELDS.includes(field)) return nameInRecord(field);
  return isField(field) ? fields(field) : asWords(field.replaceAll(/[_-]/gu, ' '));
};

/** The field, and the rest of the path. In `custom`, what has a name of its own is a field too. */
const fieldIn = (pointer: string): readonly string[] => {
  const [field = '', ...within] = tokensOf(pointer);
  return field === 'custom' && isField(within[0] ?? '') ? within : [field, ...within];
};

/** The name of the field that a path leads into. */
export const fieldName = (pointer: string): string => named(fieldIn(pointer)[0] ?? '');

/** The name of a path: `/author/0` becomes “Authors, entry 1”. */
export const pathName = (pointer: string): string => {
  const within = fieldIn(pointer)
    .slice(1)
    .map((part) => (/^\d+$/u.test(part) ? t('entry', { place: Number(part) + 1 }) : part.replaceAll('_', ' ')));
  return [fieldName(pointer), ...within].join(', ');
};
