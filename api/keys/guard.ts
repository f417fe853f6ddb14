/** The guard of the public listener: open routes are rate-limited by address, others need a key of the right kind. */
import { requestCounter, settlingCounter } from '../../commands/credentials/rates.ts';
import type { Guard } from '../http/access.ts';
import { HttpFailure } from '../http/errors.ts';
import { admitApiKey } from './api-key.ts';
import type { KeyDeps } from './deps.ts';
import { admitInstallation } from './installation.ts';
import { installationFinder } from './known.ts';
import { countedByAddress } from './rate.ts';

export const keyGuard = (deps: KeyDeps): Guard => {
  // Counting in memory, so that reads work while the disk is full or the file is locked.
  const settled = settlingCounter(deps);
  const find = installationFinder(deps.readModels);
  const installation = admitInstallation(deps, settled, find);
  const apiKey = admitApiKey(deps, requestCounter(deps.state), find);
  return async (access, request) => {
    switch (access.kind) {
      case 'anyone':
        if (access.uncounted !== true) await countedByAddress(settled, 'address', request.address, deps.rates.address);
        return {};
      case 'installation':
        return installation(access.scope, request);
      case 'api_key':
        return apiKey(access.scope, request);
      default:
        throw new HttpFailure(403, 'this address is not public');
    }
  };
};
