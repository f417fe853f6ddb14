/** Why a workspace could not be made or renamed, in words. */
import type { Failure } from '../../client/failure.ts';
import { inWords, refusal, type Wording } from '../../client/refusal.ts';
import { words as t } from './words.ts';

const WORDING: Wording = {
  workspace_exists: () => t('id_taken'),
  workspace_not_found: () => t('gone'),
};

export const refusedInWords = (error: unknown): Failure => inWords(error, WORDING);

/** Throws if there is nothing but white space. */
export const mustSay = (text: string): string => {
  const said = text.trim();
  if (said === '') throw refusal('name', t('name_missing'));
  return said;
};

/** Throws for what is no id of a workspace. */
export const idTyped = (text: string): string => {
  const id = text.trim();
  if (!/^[a-z0-9-]{1,40}$/u.test(id)) throw refusal('id', t('id_wrong'));
  return id;
};
