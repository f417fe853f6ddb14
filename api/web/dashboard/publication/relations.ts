/** Relations to other works, and the identifiers that they name, in words. */
import type { IdentifierType, RelationType } from '../../../../domain/facts/relations.ts';
import { messages } from '../../client/i18n.ts';
import de from './relations/de.json' with { type: 'json' };
import en from './relations/en.json' with { type: 'json' };

const named = messages({ en, de });
const isNamed = (word: string): word is RelationType | IdentifierType => Object.hasOwn(en, word);

/** A type of relation, such as “Preprint of”, or of identifier; as it is if it is neither. */
export const relationWord = (word: string): string => (isNamed(word) ? named(word) : word);

/** Addresses speak for themselves. */
export const namedWork = (idType: string, id: string): string =>
  idType === 'uri' || idType === 'other' ? id : `${relationWord(idType)} ${id}`;
