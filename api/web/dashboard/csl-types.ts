/** Names of CSL types. An unknown type is returned unchanged. */
import { messages } from '../client/i18n.ts';
import de from './csl-types/de.json' with { type: 'json' };
import en from './csl-types/en.json' with { type: 'json' };

const named = messages({ en, de });

const isNamed = (type: string): type is keyof typeof en => Object.hasOwn(en, type);

export const typeName = (type: string): string => (isNamed(type) ? named(type) : type);

/** The named types, most common first. */
const TYPES = Object.keys(en);

/** Those, and further ones where a record has another. */
export const typeOptions = (...others: readonly string[]) =>
  [...new Set([...TYPES, ...others])].map((value) => ({ value, label: typeName(value) }));
