/** An id for a workspace, made of its name. */
import { ID } from '../../../../domain/limits.ts';

export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/gu, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, ID.given)
    .replace(/^-+|-+$/gu, '');
