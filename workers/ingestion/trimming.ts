/** Trims records with very many authors, keeping every author that matches a person of the workspace. */
import { Refused } from '../../domain/errors.ts';
import { RECORD } from '../../domain/limits.ts';
import type { CslItem } from '../../domain/csl.ts';
import { authorsOf } from '../../domain/publication/authors.ts';
import { hasTooManyAuthors, trimmed } from '../../domain/publication/trimming.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { everyCandidate } from '../../projections/queries/candidates.ts';

/** Returns other records unchanged. Throws `Refused('invalid')` above the limit of readable authors, and `Unavailable`. */
export const asKept = async (readModels: ReadModels, workspace: string, record: CslItem): Promise<CslItem> => {
  if (!hasTooManyAuthors(record)) return record;
  const count = record.author?.length ?? 0;
  if (count > RECORD.authorsRead)
    throw new Refused(
      'invalid',
      'record_too_large',
      `the record has ${count} authors; at most ${RECORD.authorsRead} are read`,
    );
  const authors = authorsOf(record);
  const registered = new Set<number>();
  for await (const { names } of everyCandidate(readModels, workspace))
    for (const place of authors.find(names).places) registered.add(place);
  return trimmed(record, registered);
};
