/** Members' names, what each role allows, and the roles that the reader may grant. */
import { ROLES } from '../../../../domain/member/events.ts';
import type { Member } from '../../client/generated/operations.ts';
import { may } from '../../client/session.ts';
import { roleName } from '../roles.ts';
import { words as t } from './generated/words.ts';

export type Role = Member['role'];

/** Erased users have neither a name nor an e-mail address. */
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email ?? t('former_user');

export const grantable = () =>
  ROLES.filter(may).map((value) => ({ value, label: roleName(value), hint: t(`${value}_may`) }));
