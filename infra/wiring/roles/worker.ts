/** The worker role: ingestion, matching, undo, batches, imports of references, merges of people, origin checks and harvests. */
import { runHarvest } from '../../../workers/ingestion/harvest/index.ts';
import { runIngestionWorker } from '../../../workers/ingestion/worker.ts';
import { runMatchingRole } from '../../../workers/matching/index.ts';
import type { OriginProofs } from '../../../workers/origins/ports.ts';
import { runOriginChecks } from '../../../workers/origins/worker.ts';
import { runBatchWorker } from '../../../workers/publication-batches/run.ts';
import { runMergeWorker } from '../../../workers/person-merges/run.ts';
import { runReferenceImports } from '../../../workers/reference-imports/run.ts';
import { together } from '../../../workers/together.ts';
import { runUndoWorker } from '../../../workers/undo/run.ts';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../../origins/address.ts';
import { openOriginProofs } from '../../origins/index.ts';
import { uniqueName } from '../../system.ts';
import { version } from '../../version.ts';
import { waitsOf, type RoleContext } from './context.ts';
import { whileIngesting } from './ingesting.ts';

const proofsFor = ({ allowPrivateOrigins }: Config): OriginProofs =>
  openOriginProofs({ mayReach: allowPrivateOrigins ? () => true : isPublicAddress, version });

export const runWorkerRole = async (context: RoleContext): Promise<void> => {
  const { config, signal, watch, running } = context;
  const name = uniqueName('worker');
  const waits = waitsOf(context);
  await whileIngesting(context, async (deps) => {
    running?.();
    if (watch !== undefined) watch.status.waitingFor = null;
    await together(signal, [
      (ends) => runIngestionWorker(deps, { name, waits, signal: ends }),
      (ends) => runMatchingRole({ ...deps, passedOver: watch?.passedOver }, { name, waits, signal: ends }),
      (ends) => runUndoWorker(deps, { name, waits, signal: ends }),
      (ends) => runBatchWorker(deps, { name, waits, signal: ends }),
      (ends) => runMergeWorker(deps, { name, waits, signal: ends }),
      (ends) => runReferenceImports(deps, { name, waits, signal: ends }),
      (ends) => runOriginChecks({ ...deps, proofs: proofsFor(config) }, { name, waits, signal: ends }),
      ...(config.harvestIntervalHours === 0
        ? []
        : [(ends: AbortSignal) => runHarvest(deps, { name, waits, shards: config.shards, signal: ends })]),
    ]);
  });
};
