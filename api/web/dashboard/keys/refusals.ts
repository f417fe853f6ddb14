/** Actions on keys, and messages for those that fail. */
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

/** Runs an action of a key page, reports a failure, and reloads. `sure`: the question to confirm first. */
export const act = (again: () => unknown, sure: Question | undefined, work: () => Promise<void>): Promise<void> =>
  attempt(work, { sure, refused: refusedInWords, then: again });
