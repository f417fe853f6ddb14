/** The key under which a citation is kept. */
import { createHash } from 'node:crypto';
import type { CslItem } from '../../domain/csl.ts';

/** Says all that the citation depends on: no other workspace's record, and none of another revision, has the same. */
export const keyOf = (workspace: string, locale: string, part: CslItem): string =>
  `${workspace} ${locale} ${createHash('sha256').update(JSON.stringify(part)).digest('base64')}`;
