/** Describes events of identifiers. */
import type { IdentifierEvent, Item } from '../../../domain/identifier/events.ts';
import { nameOf } from '../../../domain/identifier/identifier.ts';
import { idOf } from '../../../domain/item.ts';
import { difference, said, type Descriptions, type FieldDifference, type Said } from './description.ts';

/** The subject is the item that the identifier is about, not the identifier's own stream. */
const naming = (item: Item, identifier: string, words: string, change: FieldDifference): Said => ({
  ...said(`Identifier ${identifier} ${words} ${nameOf(item)}`, change),
  subject: { type: 'publication', id: idOf(item) },
  mentions: [identifier],
});

export const identifierEvents: Descriptions<IdentifierEvent['type']> = {
  IdentifierAssigned: ({ data: { identifier, to } }) =>
    naming(to, identifier, 'names', difference('identifiers', null, identifier)),
  IdentifierWithdrawn: ({ data: { identifier, from } }) =>
    naming(from, identifier, 'does not name', difference('identifiers', identifier, null)),
};
