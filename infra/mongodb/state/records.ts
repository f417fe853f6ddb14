/** State records as documents. */
import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { StateRecord } from '../../../commands/ports.ts';
import type { Json } from '../../../domain/json.ts';
import { firstVersion } from '../../system.ts';

/** Numbers are stored as such, so they can be incremented; other values as JSON text, so they are returned unchanged. */
export type StateDocument = Document & {
  readonly _id: string;
  readonly number?: number;
  readonly text?: string;
  readonly version: number;
  /** Null: never. */
  readonly expiresAt: Date | null;
};

const contentOf = (value: Json): Pick<StateDocument, 'number' | 'text'> =>
  typeof value === 'number' ? { number: value } : { text: JSON.stringify(value) };

export const recordOf = ({ _id, number, text, version, expiresAt }: StateDocument): StateRecord => ({
  key: _id,
  value: number ?? (JSON.parse(text ?? 'null') as Json),
  version,
  expiresAt: expiresAt?.getTime() ?? null,
});

export const expiryOf = (now: number, ttlMs: number | undefined): Date | null =>
  ttlMs === undefined ? null : new Date(now + ttlMs);

export const firstOf = (value: Json, expiresAt: Date | null): Omit<StateDocument, '_id'> => ({
  ...contentOf(value),
  version: firstVersion(),
  expiresAt,
});

/** A change as an update for the server, and its effect on a record. */
export type Change = {
  readonly update: UpdateFilter<StateDocument>;
  readonly after: (before: StateDocument) => StateDocument;
};

export const changeTo = (value: Json, expiresAt: Date | null): Change => ({
  update: {
    $set: { ...contentOf(value), expiresAt },
    $unset: typeof value === 'number' ? { text: '' } : { number: '' },
    $inc: { version: 1 },
  },
  after: ({ _id, version }) => ({ _id, ...contentOf(value), version: version + 1, expiresAt }),
});

export const raisedBy = (by: number): Change => ({
  update: { $inc: { number: by, version: 1 } },
  after: (before) => ({ ...before, number: (before.number ?? 0) + by, version: before.version + 1 }),
});

export const unexpired = (now: number): Filter<StateDocument> => ({
  $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(now) } }],
});

export const expired = (now: number): Filter<StateDocument> => ({ expiresAt: { $lte: new Date(now) } });
