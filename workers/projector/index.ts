/** The public interface of the projector. */
export { lagAfter, projectionLag, type Behind, type LagDeps, type ProjectionLag } from './lag.ts';
export { catchUpPart } from './catch-up-part.ts';
export { partKeys, type Part } from './part.ts';
export type { CaughtUp, Progress, Projected } from './group.ts';
export { PoisonEvent, poisonEvents, poisonOf, type Allowed, type PoisonRow } from './poison.ts';
export { runProjector, type ProjectorDeps, type ProjectorOptions } from './run.ts';
export { loggedWait } from './until-available.ts';
export { projectionState, type Phase, type ProjectionState } from './state.ts';
