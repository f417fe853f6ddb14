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

export type CheckpointFile = {
  readonly kept: Kept;
  /** False if another has written it meanwhile: then another leads. */
  write(kept: Kept): Promise<boolean>;
  forget(): Promise<void>;
};

const NONE: Kept = { position: BEGINNING };

/** Of the last event that, with all before it, was dealt with. */
export const matchedUpTo = async (state: Pick<StateStore, 'get'>): Promise<Position> =>
  ((await state.get(CHECKPOINT))?.value as Kept | undefined)?.position ?? BEGINNING;

export const openCheckpoint = async (state: StateStore): Promise<CheckpointFile> => {
  const record = await state.get(CHECKPOINT);
  let version: number | 'absent' = record?.version ?? 'absent';
  return {
    kept: (record?.value as Kept | undefined) ?? NONE,
    write: async (kept) => {
      const written = await state.put(CHECKPOINT, kept, { ifVersion: version });
      if (written !== null) ({ version } = written);
      return written !== null;
    },
    forget: async () => {
      await state.remove(CHECKPOINT);
      version = 'absent';
    },
  };
};
