/** What operators have requested from the projector, and its responses: in the state store, so that either process may die. */
import { everyRecord } from '../../commands/every-record.ts';
import type { StateRecord, StateStore } from '../../commands/ports.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Recorded } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';

/** Why a catch-up has stopped. */
export type Failure = {
  readonly message: string;
  /** The event that caused it, if known. */
  readonly event: Pick<Recorded, 'id' | 'type' | 'stream' | 'position'> | null;
  /** Epoch milliseconds. */
  readonly at: number;
};

export type ProjectionControls = {
  /** The generation requested, by the key of the declared projection. */
  readonly rebuilds: ReadonlyMap<string, { readonly generation: number; readonly record: StateRecord }>;
  /** Names of the paused projections: the rows that readers see of these stay as they are. */
  readonly paused: ReadonlySet<string>;
  /** Ids of the events that catch-ups may skip, by the key of the declared projection. */
  readonly skips: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys of the generations that are to be dropped now. */
  readonly drops: ReadonlySet<string>;
  /** By the key of the generation, which is left alone until the record is removed. */
  readonly failures: ReadonlyMap<string, Failure>;
  /** Changes whenever anything above does. */
  readonly signature: string;
};

const ROOT = 'projecting/';

export const controlKeys = {
  rebuild: (key: string): string => `${ROOT}rebuild/${key}`,
  pause: (name: string): string => `${ROOT}pause/${name}`,
  skip: (key: string, eventId: string): string => `${ROOT}skip/${key}/${eventId}`,
  drop: (key: string): string => `${ROOT}drop/${key}`,
  failure: (key: string): string => `${ROOT}failure/${key}`,
};

/** Ids of the events that a projection may skip, in any of its generations. */
export const skipsOf = ({ skips }: ProjectionControls, projection: Projection): ReadonlySet<string> =>
  skips.get(projectionKey({ ...projection, generation: 0 })) ?? new Set();

/** Throws `Unavailable`. */
export const readControls = async (state: Pick<StateStore, 'list'>): Promise<ProjectionControls> => {
  const records: StateRecord[] = [];
  for await (const record of everyRecord(state, ROOT)) records.push(record);
  const of = (kind: string): readonly (readonly [rest: string, record: StateRecord])[] =>
    records
      .filter(({ key }) => key.startsWith(`${ROOT}${kind}/`))
      .map((record) => [record.key.slice(ROOT.length + kind.length + 1), record]);
  const skips = new Map<string, Set<string>>();
  for (const [rest] of of('skip')) {
    const [key = '', eventId = ''] = rest.split('/');
    skips.set(key, (skips.get(key) ?? new Set()).add(eventId));
  }
  return {
    rebuilds: new Map(
      of('rebuild').map(([key, record]) => [
        key,
        { generation: Number((record.value as JsonObject)['generation']), record },
      ]),
    ),
    paused: new Set(of('pause').map(([name]) => name)),
    skips,
    drops: new Set(of('drop').map(([key]) => key)),
    failures: new Map(of('failure').map(([key, { value }]) => [key, value as unknown as Failure])),
    signature: JSON.stringify(records.map(({ key, version }) => [key, version])),
  };
};
