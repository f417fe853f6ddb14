/** The names of the roles. */
import { ROLES } from '../../../domain/member/events.ts';
import { words as common } from '../parts/generated/words.ts';

/** An unknown role is returned unchanged. */
export const roleName = (role: string): string => {
  const known = ROLES.find((each) => each === role);
  return known === undefined ? role : common(known);
};
