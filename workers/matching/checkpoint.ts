/** How far matching has come, kept over restarts; written only by whoever leads. */
import type { StateStore } from '../../commands/ports.ts';
import { BEGINNING, type Position } from '../../domain/event.ts';
import type { Waiting } from './backlog.ts';

const CHECKPOINT = 'matching/checkpoint';

export type Kept = {
  /** Everything up to here is dealt with. */
  readonly position: Position;
  /** Up to here the log has been read; what is not dealt with waits. Absent in what an older release wrote. */
  readonly read?: Position;
  readonly waiting?: Readonly<Record<string, Waiting>>;
};

/** Of the last event that, with all before it, was dealt with. */
export const matchedUpTo = async (state: Pick<StateStore, 'get'>): Promise<Position> =>
  ((await state.get(CHECKPOINT))?.value as Kept | undefined)?.position ?? BEGINNING;

export const openCheckpoint = async (state: StateStore) => {
  const record = await state.get(CHECKPOINT);
  let version: number | 'absent' = record?.version ?? 'absent';
  return {
    kept: (record?.value as Kept | undefined) ?? { position: BEGINNING },
    /** False if another has written it meanwhile: then another leads. */
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
