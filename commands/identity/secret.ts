/** Secrets that are handed out once: what is kept of one is its hash, under which it is found again. */
import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: not to be guessed. */
const SECRET_BYTES = 32;

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** SHA-256, hex. A secret of 256 random bits needs no slower hash: there is nothing to guess it from. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
