/** How far a projection has come, and how far it is behind the log; only a live one may answer queries. */
import type { Clock, EventStore } from '../../commands/ports.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { type Projection, projectionKey } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';

type Phase = 'absent' | 'filling' | 'live';
export type ProjectionState = { readonly phase: Phase; readonly position: Position; readonly latest?: number };

/** A projection that is `absent` or `filling` is half built: its rows must not be shown. Throws `Unavailable`. */
export const projectionState = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projection: Pick<Projection, 'name' | 'version' | 'generation'>,
): Promise<ProjectionState> =>
  (await readModels.checkpoint(projectionKey(projection))) ?? { phase: 'absent', position: BEGINNING };

export type ProjectionLag = {
  readonly name: string;
  readonly version: number;
  readonly phase: Phase;
  readonly position: Position;
  readonly head: Position;
  /** Events in the log that are not projected yet, counted up to `MAX_COUNTED`, which stands for that many or more. */
  readonly lagEvents: number;
  /** Age of the oldest event that is not projected yet, milliseconds; 0 when there is none. */
  readonly lagMs: number;
};

export type LagDeps = {
  readonly events: Pick<EventStore, 'head' | 'readAll'>;
  readonly readModels: Pick<ReadModels, 'checkpoint'>;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
};

/** Positions have gaps, so pending events must be read to be counted; this many tell a busy moment from a standstill. */
const MAX_COUNTED = 1_000;

type Behind = Pick<ProjectionLag, 'lagEvents' | 'lagMs'>;

export const lagAfter = async (
  { events, clock }: Pick<LagDeps, 'clock'> & { readonly events: Pick<EventStore, 'readAll'> },
  position: Position,
  head: Position,
): Promise<Behind> => {
  let [lagEvents, lagMs] = [0, 0];
  if (position >= head) return { lagEvents, lagMs };
  for await (const { metadata } of events.readAll({ from: position, limit: MAX_COUNTED, withData: false })) {
    if (lagEvents === 0) lagMs = Math.max(0, clock.now() - metadata.at);
    lagEvents += 1;
  }
  return { lagEvents, lagMs };
};

/** Throws `Unavailable`. */
export const projectionLag = async (deps: LagDeps): Promise<readonly ProjectionLag[]> => {
  const { events, readModels, projections } = deps;
  const head = await events.head();
  const known = new Map<Position, Promise<Behind>>();
  const behindAt = (position: Position): Promise<Behind> => {
    const asked = known.get(position) ?? lagAfter(deps, position, head);
    known.set(position, asked);
    return asked;
  };
  return Promise.all(
    projections.map(async (projection) => {
      const { phase, position: reached } = await projectionState(readModels, projection);
      const { name, version } = projection;
      // A projector also passes records of other applications, and events that came after the head was read.
      const position = Math.min(reached, head);
      return { name, version, phase, position, head, ...(await behindAt(position)) };
    }),
  );
};
