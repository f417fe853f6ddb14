/** The address of a key: its SHA-256, in hexadecimal digits. */
import { Refused } from '../../../domain/errors.ts';
import { ID } from '../../../domain/limits.ts';

const HASH = new RegExp(`^[0-9a-f]{${ID.hash}}$`, 'u');

/** In a path. */
export const KEY_HASH = {
  type: 'string',
  pattern: `^[0-9a-fA-F]{${ID.hash}}$`,
  maxLength: ID.hash,
  description: 'SHA-256 of the key, hex.',
} as const;

/** Throws `Refused('invalid')`. */
export const hashIn = ({ keyHash }: { readonly keyHash: string }): string => {
  const hash = keyHash.toLowerCase();
  if (!HASH.test(hash))
    throw new Refused('invalid', 'invalid_key_hash', 'not the hash of a key', {
      field: 'keyHash',
      accepted: `a SHA-256 in ${ID.hash} hexadecimal digits`,
    });
  return hash;
};
