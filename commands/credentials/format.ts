/** The format of keys and credentials: a prefix, 32 random bytes, and a checksum that catches typing errors. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type CredentialPrefix = 'colk_' | 'coli_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
/** 62 to the 43rd is the first power above 2 to the 256th. */
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;
export const SECRET_BYTES = 32;

const FORM = new RegExp(`^col[ki]_([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECK_DIGITS}})$`, 'u');

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (; rest > 0n; rest /= BASE) text = `${DIGITS[Number(rest % BASE)]}${text}`;
  return text.padStart(length, '0');
};

const checkOf = (secret: string): string => base62(BigInt(crc32(secret)), CHECK_DIGITS);

export const credentialFrom = (prefix: CredentialPrefix, bytes: Uint8Array = randomBytes(SECRET_BYTES)): string => {
  const secret = base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), SECRET_DIGITS);
  return `${prefix}${secret}${checkOf(secret)}`;
};

/** False for anything never issued: a typing error, or not a credential at all. */
export const isWellFormed = (text: string, prefix: CredentialPrefix): boolean => {
  const [, secret, check] = FORM.exec(text) ?? [];
  return text.startsWith(prefix) && secret !== undefined && check === checkOf(secret);
};
