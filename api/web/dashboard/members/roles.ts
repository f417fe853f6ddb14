/** What the roles allow, and which of them the reader may give. */
import { ROLES } from '../../../../domain/member/events.ts';
import type { Member } from '../../client/generated/operations.ts';
import { may } from '../../client/session.ts';
import { roleName } from '../roles.ts';
import { words as t } from './words.ts';

export type Role = Member['role'];

/** Nobody grants or takes a role above their own. */
export const canChange = ({ role }: Pick<Member, 'role'>): boolean => may(role);

export const grantable = () =>
  ROLES.filter(may).map((value) => ({ value, label: roleName(value), hint: t(`${value}_may`) }));
