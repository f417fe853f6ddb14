/** Files in JSON bodies, in Base64. */
import { Refused } from '../../domain/errors.ts';
import { formatBytes } from './amounts.ts';
import { textOf } from './schemas.ts';
import type { Schema } from './schema-types.ts';

const CHARACTERS_PER_BYTE = 4 / 3;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/u;

/** A field that holds a file of so many bytes at most. */
export const fileOf = (bytes: number, more: Schema = {}) =>
  textOf(Math.ceil(bytes * CHARACTERS_PER_BYTE) + 4, { minLength: 1, contentEncoding: 'base64', ...more });

/** Throws `Refused('invalid')`, naming the field. */
export const bytesOf = (text: string, field: string, most: number): Buffer => {
  if (!BASE64.test(text))
    throw new Refused('invalid', 'invalid_file', 'the file is not in Base64', {
      field,
      accepted: 'Base64 (RFC 4648, §4)',
    });
  return mustFit(Buffer.from(text, 'base64'), field, most);
};

/** Throws `Refused('invalid')`, naming the field. */
export const mustFit = (bytes: Buffer, field: string, most: number): Buffer => {
  if (bytes.length > most)
    throw new Refused('invalid', 'too_large', 'the file is too large', {
      field,
      accepted: `at most ${formatBytes(most)}`,
    });
  return bytes;
};
