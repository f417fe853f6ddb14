/** Merges people: the profile, then what each record says of the person, then the person; in the end, what was added meanwhile. */
import { handle, handleFrom, type Deps } from '../../commands/handle.ts';
import {
  moveAuthor,
  personMerges,
  takeOverPerson,
  type MergeCounts,
  type PersonMerge,
} from '../../commands/merge-people.ts';
import { personAggregate } from '../../commands/person.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import { projectAggregate } from '../../commands/project.ts';
import { RightsEnded } from '../../commands/rights.ts';
import { Refused } from '../../domain/errors.ts';
import type { Project } from '../../domain/project/project.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { projectsProjection } from '../../projections/projects/index.ts';
import { decidedAbout } from '../../projections/queries/items-of-person.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { projectsWith } from '../../projections/queries/projects.ts';
import type { WorkerOptions } from '../leading.ts';
import type { Caller } from '../../commands/caller.ts';
import { callerOf, runLongJobs } from '../long-jobs.ts';

export type MergeWorkerDeps = Deps & { readonly state: StateStore; readonly readModels: ReadModels };

/** Records moved between two reports of progress. */
const AT_ONCE = 100;

/** Why a merge ends without being repeated: others have merged or erased one of the two. */
const FINAL = new Set(['person_merged', 'person_not_found', 'same_person', 'has_orcid']);

type Options = { readonly goOn: () => Promise<void>; readonly signal: AbortSignal };

/** The members and coordinators of a project. */
const moveInProjects = async (
  deps: MergeWorkerDeps,
  { from, into, round }: Pick<PersonMerge, 'from' | 'into'> & { readonly round: number },
  caller: Caller,
  goOn: () => Promise<void>,
): Promise<void> => {
  const moved = (ids: readonly string[]): readonly string[] => [...new Set(ids.map((id) => (id === from ? into : id)))];
  const type = 'ReviseProject';
  const revise = (state: Project) => {
    if (state.status === 'absent') return Promise.resolve(null);
    const { member_orcids, coordinator_orcids } = state.fields;
    const fields = { member_orcids: moved(member_orcids), coordinator_orcids: moved(coordinator_orcids) };
    return Promise.resolve({ type, fields } as const);
  };
  for (const id of await projectsWith(deps.readModels, caller.workspace, from)) {
    await goOn();
    try {
      await handleFrom(deps, projectAggregate, id, { type, asked: { type, from, into, round }, from: revise }, caller);
    } catch (error) {
      // An archived one keeps its people.
      if (!(error instanceof Refused) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
    }
  }
};

/** Yields the saved job after each part. `goOn` is called before each change; if it throws, the rest is left. */
const merge = async function* (
  deps: MergeWorkerDeps,
  queued: PersonMerge,
  { goOn, signal }: Options,
): AsyncGenerator<PersonMerge, void, undefined> {
  const { workspace, from } = queued;
  const caller = callerOf(queued);
  const saved = async (change: Partial<PersonMerge>): Promise<PersonMerge> => {
    job = { ...job, status: 'running', ...change };
    await personMerges.save(deps.state, job);
    return job;
  };
  let job = queued;
  await goOn();
  const into = await takeOverPerson(deps, queued, caller);
  for (const round of [1, 2]) {
    await waitForPosition(deps.readModels, [catalogue, projectsProjection], await deps.events.head(), {
      timeoutMs: Infinity,
      signal,
    });
    signal.throwIfAborted();
    const dois = [...new Set(await decidedAbout(deps.readModels, workspace, from))];
    for (let at = 0; at < dois.length; at += AT_ONCE) {
      let counts: MergeCounts = job;
      for (const doi of dois.slice(at, at + AT_ONCE)) {
        await goOn();
        const outcome = await moveAuthor(deps, doi, { from, into, round }, caller);
        if (outcome !== 'unchanged') counts = { ...counts, [outcome]: counts[outcome] + 1 };
      }
      yield await saved({ moved: counts.moved, refused: counts.refused });
    }
    await moveInProjects(deps, { from, into, round }, caller, goOn);
    await goOn();
    await handle(deps, personAggregate, from, { type: 'MergePerson', into }, caller);
  }
  yield await saved({ status: 'succeeded', finishedAt: deps.clock.now() });
};

/** A merge that others have made impossible ends as failed, with the reason. */
export const carryOut = async function* (
  deps: MergeWorkerDeps,
  queued: PersonMerge,
  options: Options,
): AsyncGenerator<PersonMerge, void, undefined> {
  let job = queued;
  try {
    for await (job of merge(deps, queued, options)) yield job;
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof RightsEnded || !FINAL.has(error.code)) throw error;
    const { code, message } = error;
    const failed = { ...job, status: 'failed', finishedAt: deps.clock.now(), error: { code, message } } as const;
    await personMerges.save(deps.state, failed);
    yield failed;
  }
};

/** Resolves when the signal is aborted and no merge is running. */
export const runMergeWorker = (deps: MergeWorkerDeps & { readonly log: Log }, worker: WorkerOptions): Promise<void> =>
  runLongJobs(
    deps,
    {
      lease: 'person-merges',
      what: 'a merge of people',
      jobs: personMerges,
      carryOut: (job, goOn, signal) => carryOut(deps, job, { goOn, signal }),
    },
    worker,
  );
