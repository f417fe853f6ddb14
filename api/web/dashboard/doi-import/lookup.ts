/** Looks DOIs up at the providers, and imports them. */
import type { AnswerTo } from '../../client/api.ts';
import type { Failure } from '../../client/failure.ts';
import { api } from '../../client/session.ts';
import { failureText } from '../../parts/states.tsx';
import { words as t } from './generated/words.ts';

type Answer = AnswerTo<'POST /api/import/doi'>;
/** What an import would do. */
export type Preview = Extract<Answer, { readonly dry_run: true }>;
export type Imported = Exclude<Answer, Preview>;

/** `doi`: as typed, since the answer says which characters were not read. */
export const lookUp = async (doi: string, signal?: AbortSignal): Promise<Preview> => {
  const { body } = await api('POST /api/import/doi', { query: { dry_run: true }, body: { doi }, signal });
  if (!('dry_run' in body)) throw new Error('a dry run was answered with an import');
  return body;
};

export const importDoi = async (doi: string, cause: string): Promise<Imported> => {
  const { body } = await api('POST /api/import/doi', { body: { doi }, cause });
  if ('dry_run' in body) throw new Error('an import was answered with a dry run');
  return body;
};

export const importFailure = (failure: Failure): string => {
  if (failure.code === 'not_a_publication') return t('doi_of_something_else');
  if (failure.code !== 'doi_unknown') return failureText(failure);
  const { known_as: doi, removed } = failure.details;
  if (typeof doi === 'string') return t('doi_known_as', { doi });
  return Array.isArray(removed) && removed.length > 0
    ? t('doi_unknown_without', { removed: removed.join(' ') })
    : t('doi_unknown');
};
