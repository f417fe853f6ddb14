/** What the roles of a workspace are called. */
import { common } from '../parts/words.ts';

const ROLES = ['member', 'workspace_admin', 'superadmin'] as const;

/** One of a later release is shown as it is. */
export const roleName = (role: string): string => {
  const known = ROLES.find((each) => each === role);
  return known === undefined ? role : common(known);
};
