/** Checkpoints: one document per projection, whose position never decreases. */
import type { ClientSession, Collection, Document } from 'mongodb';
import { checkpointFrom } from '../../../projections/checkpoint.ts';
import type { Checkpoint } from '../../../projections/ports.ts';
import { isDuplicate } from '../client/failures.ts';

export type CheckpointDocument = Document & { readonly _id: string } & Checkpoint;

export const checkpointOf = ({ position, phase }: CheckpointDocument): Checkpoint | null =>
  checkpointFrom(position, phase);

export const moveCheckpoint = async (
  checkpoints: Collection<CheckpointDocument>,
  projection: string,
  { position, phase }: Checkpoint,
  session: ClientSession,
): Promise<void> => {
  // A filling projector must not move a live checkpoint.
  const earlier = { _id: projection, position: { $lte: position }, ...(phase === 'live' ? {} : { phase }) };
  const move = (upsert: boolean) => checkpoints.updateOne(earlier, { $set: { position, phase } }, { upsert, session });
  try {
    await move(true);
  } catch (error) {
    // The checkpoint is ahead already, or another projector has just inserted one, which may be behind.
    if (!isDuplicate(error)) throw error;
    await move(false);
  }
};
