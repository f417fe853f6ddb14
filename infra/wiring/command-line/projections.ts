/** The operations behind `colophon projections`: requests to the leading projector, or work done here if none is running. */
import type { Projection } from '../../../projections/define.ts';
import { isGenerationOf } from '../../../projections/generations.ts';
import { allProjections } from '../../../projections/all.ts';
import { Interrupted } from '../../../workers/cli/ports.ts';
import type { ProjectionOperations } from '../../../workers/cli/projections/operations.ts';
import { PoisonEvent } from '../../../workers/projector/poison.ts';
import {
  dropOld,
  namedProjection,
  oldGenerations,
  requestPause,
  requestRebuild,
  requestResume,
  requestSkip,
} from '../../../workers/rebuild/requests.ts';
import { DEFAULT_RETENTION } from '../../../workers/rebuild/index.ts';
import {
  listProjections,
  type RebuildProgress,
  RebuildStopped,
  skipHint,
  untilServing,
} from '../../../workers/rebuild/list.ts';
import { preparePart, prepareRelease, type Replay } from '../../../workers/rebuild/prepare.ts';
import { verifyProjection } from '../../../workers/rebuild/verify.ts';
import { systemClock } from '../../system.ts';
import { parseText } from '../../../domain/bounded.ts';
import { Refused } from '../../../domain/errors.ts';
import { ID } from '../../../domain/limits.ts';
import { areRowsBeingWritten, lockRows } from '../../../workers/rebuild/leases.ts';
import { adoptLog } from '../../../workers/rebuild/log-identity.ts';
import { leaving, withProjector, RESUMES } from './with-projector.ts';
import { prepareInParts, reportToParent } from './in-parts.ts';
import type { RoleContext } from '../roles/context.ts';
import { rebuildDepsOf } from '../roles/projector.ts';
import type { WithStores } from './with-stores.ts';

const REQUESTED = 'the request remains: a running projector continues with it, or run the same command again';

const named = (name: string): Projection => namedProjection(allProjections, name);

const depsOf = (context: RoleContext) => rebuildDepsOf(context, 'cli');

/** The name of a generation's projection. */
const nameOf = (key: string): string => allProjections.find((each) => isGenerationOf(each, key))?.name ?? key;

const progressOf = (head: number, { projection, position, events, ms }: Replay): RebuildProgress => ({
  ...{ name: nameOf(projection), position, head: Math.max(head, position), isDone: false },
  eventsPerSecond: ms === 0 ? null : Math.round((events * 1_000) / ms),
});

/** Adds to the error of a poison event how to skip it. */
const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PoisonEvent)) throw error;
    throw new RebuildStopped(`${error.message}${skipHint(nameOf(error.projection), error.event)}`);
  }
};

export const projectionOperations = (withStores: WithStores): ProjectionOperations => ({
  list: () => withStores((context) => listProjections(depsOf(context)), { access: 'read' }),
  rebuild: (names, watch) => {
    const projections = names === 'all' ? allProjections : names.map(named);
    return withStores(async (context) => {
      const deps = depsOf(context);
      const wanted = await requestRebuild(deps, projections);
      return withProjector(
        context,
        async (signal) => {
          if (!(await untilServing(deps, wanted, watch, signal))) throw new Interrupted(REQUESTED);
          return wanted.map(({ projection: { name, version }, generation }) => ({ name, version, generation }));
        },
        REQUESTED,
      );
    });
  },
  verify: (name, watch) => {
    const projection = named(name);
    return withStores((context) =>
      withProjector(
        context,
        async (signal) => {
          const deps = depsOf(context);
          const head = await deps.events.head();
          const report = (replay: Replay): void => watch([progressOf(head, replay)]);
          return explained(() => verifyProjection(deps, projection, report, { signal }));
        },
        'the verification has no result; run it again',
      ),
    );
  },
  prepare: (how, watch) =>
    withStores(async (context) => {
      const { signal } = context;
      const deps = depsOf(context);
      const head = await deps.events.head();
      const seen = (replay: Replay): void => {
        watch([progressOf(head, replay)]);
        if ('part' in how) reportToParent(replay);
      };
      const prepare = async (): Promise<readonly Projection[]> => {
        if ('part' in how) return preparePart(deps, how.part, seen, { signal }).then(() => []);
        if (how.processes > 1) await prepareInParts(how.processes, signal, seen);
        return explained(() => prepareRelease(deps, seen, { signal }));
      };
      const made = await prepare().catch(leaving(signal, RESUMES));
      return made.map(({ name, version, generation = 0 }) => ({ name, version, generation }));
    }),
  dropOld: (now) =>
    withStores(async (context) => {
      const deps = depsOf(context);
      const old = await oldGenerations(deps);
      const isDue = ({ retiredAt, version, projection }: (typeof old)[number]): boolean => {
        const isVersion = !allProjections.some((each) => each.name === projection && each.version === version);
        const graceMs = isVersion ? DEFAULT_RETENTION.versionMs : DEFAULT_RETENTION.generationMs;
        return now || (retiredAt !== null && retiredAt + graceMs <= systemClock.now());
      };
      const due = old.filter(isDue);
      if (due.length > 0)
        await withProjector(context, async (signal) => {
          if (!(await dropOld(deps, due, signal))) throw new Interrupted('run it again to drop the rest');
        });
      return old.map((each) => ({
        key: each.key,
        retiredAt: each.retiredAt,
        outcome: due.includes(each) ? 'dropped' : 'kept',
      }));
    }),
  skipPoison: (name, eventId) => {
    const projection = named(name);
    const event = parseText(eventId, 'event-id', ID.made);
    return withStores((context) => requestSkip(depsOf(context), projection, event));
  },
  adoptLog: () =>
    withStores(
      async (context) => {
        const deps = depsOf(context);
        const inUse = new Refused('conflict', 'in_use', 'a projector is running: stop all processes first');
        if (await areRowsBeingWritten(deps.state)) throw inUse;
        // A projector that starts now waits.
        const unlock = await lockRows(deps);
        if (unlock === null) throw inUse;
        try {
          await adoptLog(deps);
        } finally {
          await unlock();
        }
      },
      { ofLog: 'any' },
    ),
  pause: (name) => {
    const projection = named(name);
    return withStores((context) => requestPause(depsOf(context), projection));
  },
  resume: (name) => {
    const projection = named(name);
    return withStores((context) => requestResume(depsOf(context), projection));
  },
});
