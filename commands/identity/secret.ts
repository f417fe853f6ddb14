/** Secrets that are shown once: only the hash is stored, and serves to find them. */
import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: infeasible to guess. */
const SECRET_BYTES = 32;

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** SHA-256, hex. A secret of 256 random bits needs no slower hash, since it cannot be guessed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
