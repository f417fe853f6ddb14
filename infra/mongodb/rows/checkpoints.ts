/** How far each projection has come: one document a projection, which only ever moves on. */
import type { ClientSession, Collection, Document } from 'mongodb';
import { checkpointFrom } from '../../../projections/checkpoint.ts';
import type { Checkpoint } from '../../../projections/ports.ts';
import { isDuplicate } from '../client/failures.ts';

export type CheckpointDocument = Document & { readonly _id: string } & Checkpoint;

export const checkpointOf = ({ position, phase }: CheckpointDocument): Checkpoint => checkpointFrom(position, phase);

export const moveCheckpoint = async (
  checkpoints: Collection<CheckpointDocument>,
  projection: string,
  { position, phase }: Checkpoint,
  session: ClientSession,
): Promise<void> => {
  // What is live is not moved by who fills.
  const earlier = { _id: projection, position: { $lte: position }, ...(phase === 'live' ? {} : { phase }) };
  const move = (upsert: boolean) => checkpoints.updateOne(earlier, { $set: { position, phase } }, { upsert, session });
  try {
    await move(true);
  } catch (error) {
    // It is further on already, or another projector has just written its first, which may be earlier.
    if (!isDuplicate(error)) throw error;
    await move(false);
  }
};
