/** `colophon refresh` requests everything again of which an earlier release read less, beside a running server if there is one. */
import type { Command } from 'commander';
import { newCaller } from '../../commands/caller.ts';
import { knownWorkspace } from '../../commands/known-workspace.ts';
import { Unavailable } from '../../domain/errors.ts';
import { PROVIDER_NAMES } from '../../domain/publication/provider-names.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import type { Refreshed } from '../../workers/ingestion/refresh.ts';
import type { Steps } from '../interrupted.ts';
import { randomIds } from '../system.ts';
import { waitForRows } from '../wiring/wait-for-rows.ts';
import { warnOfPaused, withProjector, type Invocation, type Run } from './invocation.ts';
import { examples, workspaceOption } from './options.ts';
import { FAILED, reported, type Out } from './output.ts';

const REMAINS = 'the rest remains; run the same command again to continue, or leave it to the nightly harvests';

/** Throws `Interrupted` if it was stopped. */
export const refresh = (
  { withStores }: Pick<Invocation, 'withStores'>,
  workspace: string,
  watch: Steps,
): Promise<Refreshed> =>
  withStores(async (context) => {
    // The providers are large: --help and completion do without.
    const { whileIngesting } = await import('../wiring/roles/ingesting.ts');
    const { refreshAll } = await import('../../workers/ingestion/refresh.ts');
    return whileIngesting(context, async (deps) => {
      await knownWorkspace(deps, workspace);
      await warnOfPaused(context);
      return withProjector(
        context,
        async (signal) => {
          if (!(await waitForRows(deps, signal, [catalogue])) && !signal.aborted)
            throw new Unavailable('catalogue', 'its rows are being built: see colophon projections list');
          const caller = newCaller(randomIds, workspace, { type: 'system', id: 'cli' });
          return refreshAll(deps, caller, (done, total) => watch('refreshing publications', done, total), signal);
        },
        REMAINS,
      );
    });
  });

const printRefreshed = ({ changed, unchanged, failed, left, down }: Refreshed, out: Out): void => {
  out.line(`${changed} changed, ${unchanged} unchanged, ${failed} failed`);
  if (down !== null)
    out.line(`${PROVIDER_NAMES[down]} cannot be reached: ${left} publications and those that failed remain`);
  else if (failed > 0)
    out.line('Run the same command again for those that failed, or leave them to the nightly harvests.');
};

export const addCommands = (program: Command, run: Run, out: Out): void => {
  program
    .command('refresh')
    .description('request all publications again of which an earlier release read less, such as licences and funders')
    .addOption(workspaceOption())
    .addHelpText('after', examples('colophon refresh', 'colophon refresh --workspace lab --json'))
    .action(async ({ workspace, json }: { workspace: string; json?: true }) => {
      const { failed, left } = await reported(
        out,
        json === true,
        (steps) => run(refresh, workspace, steps),
        printRefreshed,
      );
      if (failed + left > 0) process.exitCode = FAILED;
    });
};
