/** The persisted checkpoint of matching, which only the leader writes, and its lag behind the log. */
import type { StateStore } from '../../commands/ports.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import { lagAfter, type LagDeps } from '../projector/lag.ts';
import type { Waiting } from './backlog.ts';

const CHECKPOINT = 'matching/checkpoint';

export type Kept = {
  /** Everything up to this position is processed. */
  readonly position: Position;
  /** The log has been read up to this position, if that is further; unprocessed subjects are in `waiting`. */
  readonly read?: Position;
  readonly waiting?: Readonly<Record<string, Waiting>>;
};

export const matchedUpTo = async (state: Pick<StateStore, 'get'>): Promise<Position> =>
  ((await state.get(CHECKPOINT))?.value as Kept | undefined)?.position ?? BEGINNING;

/** Measured from the oldest unprocessed event; later ones may already be processed. Throws `Unavailable`. */
export const matchingLag = async (
  deps: Pick<LagDeps, 'events' | 'clock'> & { readonly state: Pick<StateStore, 'get'> },
) => {
  const [position, head] = await Promise.all([matchedUpTo(deps.state), deps.events.head()]);
  return { position, head, ...(await lagAfter(deps, position, head)) };
};

export const openCheckpoint = async (state: StateStore) => {
  const record = await state.get(CHECKPOINT);
  let version: number | 'absent' = record?.version ?? 'absent';
  return {
    kept: (record?.value as Kept | undefined) ?? { position: BEGINNING },
    /** False if another process has written the checkpoint: that process is now the leader. */
    write: async (kept: Kept): Promise<boolean> => {
      const written = await state.put(CHECKPOINT, kept, { ifVersion: version });
      if (written !== null) ({ version } = written);
      return written !== null;
    },
    forget: async (): Promise<void> => {
      await state.remove(CHECKPOINT);
      version = 'absent';
    },
  };
};
export type CheckpointFile = Awaited<ReturnType<typeof openCheckpoint>>;
