/** The names of the roles. */
import { common } from '../parts/words.ts';

const ROLES = ['member', 'workspace_admin', 'superadmin'] as const;

/** An unknown role is shown as it is. */
export const roleName = (role: string): string => {
  const known = ROLES.find((each) => each === role);
  return known === undefined ? role : common(known);
};
