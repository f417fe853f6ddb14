/** Messages for members who cannot be invited, changed or removed. */
import { reworded } from '../../client/refusal.ts';
import { roleName } from '../roles.ts';
import { words as t } from './generated/words.ts';

export const refusedInWords = reworded({
  invalid_email: () => t('email_wrong'),
  member_exists: ({ accepted, status }) =>
    t(status === 'invited' ? 'already_invited' : 'already_member', { role: roleName(String(accepted)) }),
  last_admin: () => t('last_admin'),
  member_not_found: () => t('gone'),
  uses_provider: () => t('uses_provider'),
  role_too_low: ({ needed }) => t('role_too_low', { role: roleName(String(needed)) }),
});
