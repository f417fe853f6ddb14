/** The format of the stored data, kept with the embedded files, in the servers' state and in backups: other formats are refused. */
import { Refused } from '../domain/errors.ts';
import type { StateStore } from './ports.ts';

export const DATA_FORMAT = 2;

/** `format`: as found; null if there is none. */
export const refusedFormat = (what: string, format: number | null): Refused =>
  new Refused(
    'conflict',
    'other_format',
    format !== null && format > DATA_FORMAT
      ? `${what} was written by a later release of Colophon: upgrade this one`
      : `${what} was written by a version of Colophon before 1.0.0, which this one cannot read: delete the data (for the demo, its folder) and start afresh`,
  );

/** The record's key; no listing shows it. */
export const FORMAT_KEY = 'format';

/** For state without another place for it. Marks an empty one; throws `Refused` for another format. */
export const mustHaveFormat = async (
  { get, put, list }: Pick<StateStore, 'get' | 'put' | 'list'>,
  what: string,
): Promise<void> => {
  // List first: the format is the first record written, so if another process starts in between, `get` finds it.
  const isEmpty = (await list('', { limit: 1 })).length === 0;
  const format = (await get(FORMAT_KEY))?.value ?? null;
  if (format === DATA_FORMAT) return;
  if (!isEmpty || format !== null) throw refusedFormat(what, typeof format === 'number' ? format : null);
  await put(FORMAT_KEY, DATA_FORMAT, { ifVersion: 'absent' });
};
