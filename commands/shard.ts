/** Which shard something belongs to. */
import { createHash } from 'node:crypto';

/** The first four bytes of the SHA-256 of an ORCID iD or a DOI, big-endian, modulo the number of shards. */
export const shardOf = (key: string, shards: number): number =>
  createHash('sha256').update(key).digest().readUInt32BE(0) % shards;
