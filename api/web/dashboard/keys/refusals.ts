/** What is done with keys, and why it could not be done, in words. */
import { reworded } from '../../client/refusal.ts';
import type { Question } from '../../parts/dialog.tsx';
import { attempt } from '../../parts/toast.tsx';
import { words as t } from './generated/words.ts';

export const refusedInWords = reworded({
  invalid_origin: () => t('origin_wrong'),
  origin_exists: () => t('origin_known'),
  too_many_origins: () => t('too_many_origins'),
  too_many_credentials: () => t('too_many_keys'),
  credential_over: () => t('key_over'),
  credential_replaced: () => t('key_replaced'),
  invalid_expiry: () => t('expiry_past'),
  installation_revoked: () => t('website_over'),
  installation_archived: () => t('website_over'),
  api_key_revoked: () => t('key_over'),
});

/** Does what a page of keys offers, says in words what went wrong, and reads again. `sure`: asked first. */
export const act = (again: () => unknown, sure: Question | undefined, work: () => Promise<void>): Promise<void> =>
  attempt(work, { sure, refused: refusedInWords, then: again });
