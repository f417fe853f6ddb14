/** An institute whose people have been ingested, and nightly harvests of it. */
import assert from 'node:assert/strict';
import { type Harvested, harvestOnce } from '../../../../workers/ingestion/harvest/index.ts';
import { endedJobs, ingestAll } from '../../../support/ingesting.ts';
import { type Installation } from '../../../support/installation.ts';
import type { Institute } from '../../../support/institute.ts';
import { atInstitute, type AtInstitute, type Invented } from '../at-institute.ts';

export const OPTIONS = { shards: 4 };

type Night = Harvested & { readonly requests: ReturnType<Institute['counted']> };

export type Stage = AtInstitute & {
  /** The run of a night, 24 hours after the previous one. */
  readonly run: (installation?: Installation, signal?: AbortSignal) => Promise<Harvested>;
  /** The same including the jobs that it queued, and the requests of both. */
  readonly night: () => Promise<Night>;
};

export const inWorkspace = (installation: Installation, workspace: string): Installation => ({
  ...installation,
  caller: { ...installation.caller, workspace },
});

/** Everyone has been ingested by staff, whose requests are not counted. */
export const on = (options: Invented, test: (stage: Stage) => Promise<void>): Promise<void> =>
  atInstitute(options, async (institute) => {
    const { installation, orcids: everybody, counted, hoursLater } = institute;
    await ingestAll(installation, everybody);
    counted();
    const waiting: (readonly [workspace: string, orcids: readonly string[]])[] = [];
    const run = async (at: Installation = installation, signal?: AbortSignal): Promise<Harvested> => {
      hoursLater(24);
      const runs = await harvestOnce(at, { ...OPTIONS, ...(signal === undefined ? {} : { signal }) });
      for (const { workspace, queued } of runs)
        if (queued.length > 0 && signal === undefined) waiting.push([workspace, queued]);
      return runs.find(({ workspace }) => workspace === 'org') ?? assert.fail('no run');
    };
    await test({
      ...institute,
      run,
      night: async () => {
        const harvested = await run();
        for (const [workspace, orcids] of waiting.splice(0))
          await endedJobs(inWorkspace(installation, workspace), orcids);
        await installation.settled();
        return { ...harvested, requests: counted() };
      },
    });
  });
