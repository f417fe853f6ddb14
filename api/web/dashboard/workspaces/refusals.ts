/** Why a workspace could not be made or renamed, in words. */
import { parseWorkspaceId } from '../../../../domain/workspace/id.ts';
import { parsed } from '../../client/parsed.ts';
import { inWords, refusal } from '../../client/refusal.ts';
import { words as t } from './words.ts';

export const refusedInWords = inWords({
  workspace_exists: () => t('id_taken'),
  workspace_not_found: () => t('gone'),
});

/** Throws for what is no id of a workspace. */
export const idTyped = (text: string): string => {
  const id = parsed(parseWorkspaceId, text.trim());
  if (id === null) throw refusal('id', t('id_wrong'));
  return id;
};
