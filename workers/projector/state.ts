/** How far a projection has come; only a live one may answer queries. */
import { BEGINNING, type Position } from '../../domain/event.ts';
import { projectionKey, type Projection } from '../../projections/define.ts';
import type { ReadModels } from '../../projections/ports.ts';

export type Phase = 'absent' | 'filling' | 'live';
export type ProjectionState = { readonly phase: Phase; readonly position: Position };

/** A projection that is `absent` or `filling` is half built: its rows must not be shown. Throws `Unavailable`. */
export const projectionState = async (
  readModels: Pick<ReadModels, 'checkpoint'>,
  projection: Pick<Projection, 'name' | 'version' | 'generation'>,
): Promise<ProjectionState> =>
  (await readModels.checkpoint(projectionKey(projection))) ?? { phase: 'absent', position: BEGINNING };
