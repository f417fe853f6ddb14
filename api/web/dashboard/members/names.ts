/** What a member is called. */
import type { Member } from '../../client/generated/operations.ts';
import { words as t } from './words.ts';

/** Users who were erased have neither a name nor an address. */
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email ?? t('former_user');
