/** Checks one origin for its proof and records the outcome as an event. */
import { newCaller } from '../../commands/caller.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import { installationAggregate } from '../../commands/installation.ts';
import type { Log } from '../../commands/ports.ts';
import { Refused } from '../../domain/errors.ts';
import type { Revision } from '../../domain/event.ts';
import type { Origin } from '../../domain/installation/state.ts';
import type { InstallationRow } from '../../projections/installations/installations.ts';
import type { OriginProofs } from './ports.ts';

export type CheckDeps = Deps & { readonly proofs: OriginProofs; readonly log: Log };

const ACTOR = { type: 'system', id: 'origin-checks' } as const;

/** The first revision whose row shows the outcome. Throws `Unavailable`, or the signal's reason, with nothing recorded. */
export const checkOrigin = async (
  { proofs, log, ...deps }: CheckDeps,
  { workspace, installationId, revision: seen }: InstallationRow,
  { id: originId, origin, proof, attempts }: Origin,
  signal: AbortSignal,
): Promise<Revision> => {
  const error = await proofs.find(origin, proof, signal);
  // Another worker may have taken over and runs its own check.
  signal.throwIfAborted();
  const attempt = attempts + 1;
  log.debug({ workspace, installation: installationId, origin: originId, attempt, error }, 'looked for a proof');
  const command = { type: 'RecordOriginCheck', originId, attempt, error, now: deps.clock.now() } as const;
  try {
    const caller = newCaller(deps.ids, workspace, ACTOR);
    const { revision } = await handle(deps, installationAggregate, installationId, command, caller);
    return revision ?? seen;
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    log.debug({ workspace, installation: installationId, err: refusal }, 'a look for a proof was not recorded');
    // Either the row lags behind or the refusal is permanent: a retry is useless before the row changes.
    return seen + 1;
  }
};
