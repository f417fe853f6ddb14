/** What operators have requested from the projector, and its responses: in the state store, so that either process may die. */
import { everyRecord } from '../../commands/every-record.ts';
import type { StateRecord, StateStore } from '../../commands/ports.ts';
import type { Recorded } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import { isGenerationOf, servingProjection } from '../../projections/generations.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { type Allowed, type PoisonEvent, poisonOf, type PoisonRow } from '../projector/poison.ts';
import { projectionState } from '../projector/lag.ts';
import { type RebuildDeps, verifiedNow } from './leases.ts';
import { registered } from './registry.ts';

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
  /** The generations that are built only to be compared with those that serve, by the key of the declared projection. */
  readonly verified: ReadonlyMap<string, readonly number[]>;
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
const skipsOf = ({ skips }: ProjectionControls, projection: Projection): ReadonlySet<string> =>
  skips.get(projectionKey({ ...projection, generation: 0 })) ?? new Set();

/** Throws `Unavailable`. */
export const readControls = async (state: Pick<StateStore, 'list'>): Promise<ProjectionControls> => {
  const records: StateRecord[] = [];
  for await (const record of everyRecord(state, ROOT)) records.push(record);
  const verified = await verifiedNow(state);
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
    verified,
    paused: new Set(of('pause').map(([name]) => name)),
    skips,
    drops: new Set(of('drop').map(([key]) => key)),
    failures: new Map(of('failure').map(([key, { value }]) => [key, value as unknown as Failure])),
    signature: JSON.stringify([[...verified], records.map(({ key, version }) => [key, version])]),
  };
};

/** Rows that have caught up but withhold what the serving ones do not are left alone until an operator decides. */
export const recordFailure = async (
  { state, clock, log }: Pick<RebuildDeps, 'state' | 'clock' | 'log'>,
  error: PoisonEvent,
): Promise<void> => {
  const { projection, event } = error;
  const failure: Failure = {
    message: error.message,
    event: { id: event.id, type: event.type, stream: event.stream, position: event.position },
    at: clock.now(),
  };
  log.error({ projection, ...failure, err: error }, 'rows have caught up but withhold what the serving ones do not');
  await state.put(controlKeys.failure(projection), failure);
};

/** Has generations of these projections that had to be left alone tried again. */
export const clearFailures = async (deps: Pick<RebuildDeps, 'state' | 'projections'>): Promise<void> => {
  const { state, projections } = deps;
  for (const key of (await readControls(state)).failures.keys())
    if (projections.some((projection) => isGenerationOf(projection, key))) await state.remove(controlKeys.failure(key));
};

/** The projection whose rows serve now, in this version or an earlier one; null = none do. `declared`: generation 0. */
const serving = async (readModels: ReadModels, declared: Projection): Promise<Projection | null> => {
  const own = await servingProjection(readModels, declared);
  if ((await projectionState(readModels, own)).phase === 'live') return own;
  const earlier = (await registered(readModels))
    .filter(({ projection, version }) => projection === declared.name && version < declared.version)
    .sort((a, b) => b.version - a.version || b.generation - a.generation);
  for (const { version, generation } of earlier) {
    const candidate = { ...declared, version, generation };
    if ((await projectionState(readModels, candidate)).phase === 'live') return candidate;
  }
  return null;
};

/** The row that is withheld, in any version and generation of its collection; null = all rows of the event. */
const withheldRow = ({ collection, rowId }: PoisonRow): string | null =>
  collection === null ? null : `${collection.replace(/_v\d+(?:_g\d+)?$/u, '')}~${rowId ?? ''}`;

/** If nothing is served yet, everything is allowed, so withheld rows delay no listing. Throws `Unavailable`. */
const allowedIn = async (
  readModels: ReadModels,
  controls: ProjectionControls,
  declared: Projection,
): Promise<Allowed> => {
  const present = await serving(readModels, declared);
  if (present === null) return () => true;
  const known = await poisonOf(readModels, projectionKey(present));
  const events = new Set([...known.map(({ eventId }) => eventId), ...skipsOf(controls, declared)]);
  // Live, a row breaks at one event; in bulk, the store may refuse it only after later ones.
  const rows = new Set(known.flatMap((each) => withheldRow(each) ?? []));
  return (row) => events.has(row.eventId) || rows.has(withheldRow(row) ?? '');
};

/**
 * What may be withheld at a switch, by the name of the projection: what the serving rows withhold too, or for an event that an operator
 * lets rebuilds skip.
 */
export const allowances = async (
  readModels: ReadModels,
  controls: ProjectionControls,
  projections: readonly Projection[],
): Promise<ReadonlyMap<string, Allowed>> =>
  new Map(
    await Promise.all(
      projections.map(async (each) => [each.name, await allowedIn(readModels, controls, each)] as const),
    ),
  );
