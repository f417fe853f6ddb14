/** Why a workspace could not be made or renamed, in words. */
import { inWords } from '../../client/refusal.ts';
import { words as t } from './words.ts';

export const refusedInWords = inWords({
  workspace_exists: () => t('id_taken'),
  workspace_not_found: () => t('gone'),
});
