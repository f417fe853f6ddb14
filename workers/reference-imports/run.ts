/** Imports lists of references: each entry from the registries by its DOI, as the list has it, or as an item that is there. */
import { hashedUuid } from '../../commands/event-id.ts';
import type { Caller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import {
  countedWith,
  doneIn,
  nextReferences,
  referenceImports,
  saveResults,
  type ReferenceImport,
  type ReferenceResult,
} from '../../commands/reference-imports/imports.ts';
import { Refused, Unavailable } from '../../domain/errors.ts';
import type { PublicationCommand } from '../../domain/publication/commands.ts';
import { PROVIDER_NAMES } from '../../domain/publication/provider-names.ts';
import { isCompared, type PreviewedReference, type ReferenceAction } from '../../domain/reference-import/plan.ts';
import type { Reference } from '../../domain/reference-import/entry.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { importDoi, type ImportDeps } from '../ingestion/import-doi.ts';
import type { WorkerOptions } from '../leading.ts';
import { callerOf, runLongJobs } from '../long-jobs.ts';

export type ReferenceImportDeps = ImportDeps & { readonly state: StateStore };

type Work = {
  readonly deps: ReferenceImportDeps;
  readonly job: ReferenceImport;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** How often in a row a registry could not be asked. */
  readonly outage: { times: number; reason: string };
};

/** After so many the registries are not asked again: each would be waited for, entry by entry. */
const OUTAGES = 3;

const result = (outcome: ReferenceResult['outcome'], id: string | null): ReferenceResult => ({
  outcome,
  id,
  reason: null,
  code: null,
});

const refused = (code: string, reason: string): ReferenceResult => ({ outcome: 'refused', id: null, reason, code });

/** Whether it changes anything. */
const did = async ({ deps, caller }: Work, id: string, command: PublicationCommand): Promise<boolean> =>
  (await handle(deps, publicationAggregate, id, command, caller)).events.length > 0;

const linked = async (work: Work, id: string): Promise<boolean> => {
  let hasChanged = false;
  for (const orcid of work.job.orcids)
    if (await did(work, id, { type: 'LinkAuthor', orcid, basis: 'staff' })) hasChanged = true;
  return hasChanged;
};

const isCode = (error: unknown, code: string): boolean => error instanceof Refused && error.code === code;

/** Under its strongest identifier that no other work has, else under a key of its own: the same one if this is repeated. */
const create = async (work: Work, { n, item, aliases, doi }: Reference): Promise<ReferenceResult> => {
  const own = `local.${hashedUuid([work.job.id, n])}`;
  const keys = doi === null ? [...aliases.map(({ key }) => key), own] : [doi];
  for (const key of keys) {
    try {
      const isNew = await did(work, key, { type: 'CreatePublication', doi: key, original: item });
      const hasChanged = await linked(work, key);
      return result(isNew ? 'created' : hasChanged ? 'changed' : 'unchanged', key);
    } catch (error) {
      if (key === keys.at(-1) || !isCode(error, 'work_exists')) throw error;
    }
  }
  throw new Error('an entry has no key');
};

const OUTCOMES = { created: 'created', refreshed: 'changed', unchanged: 'unchanged' } as const;

/** A DOI that no registry knows is imported as the list has it: whoever exported the list had it from somewhere. */
const importFromRegistries = async (work: Work, doi: string, entry: Reference): Promise<ReferenceResult> => {
  const { deps, job, caller, signal } = work;
  try {
    const { doi: id, outcome } = await importDoi(deps, { doi, personOrcids: job.orcids }, caller, signal);
    return result(OUTCOMES[outcome], id);
  } catch (error) {
    if (!isCode(error, 'doi_unknown')) throw error;
    const { known_as: primary } = (error as Refused).details ?? {};
    if (typeof primary === 'string') return importFromRegistries(work, primary, entry);
    const reason = 'no registry knows the DOI: the record is that of the list';
    return { ...(await create(work, entry)), reason, code: 'doi_unknown' };
  }
};

const keptAs = async (work: Work, id: string, restores: boolean): Promise<ReferenceResult> => {
  const isRestored = restores && (await did(work, id, { type: 'RestorePublication' }));
  return result((await linked(work, id)) || isRestored ? 'changed' : 'unchanged', id);
};

const carriedOut = async (work: Work, entry: PreviewedReference, action: ReferenceAction): Promise<ReferenceResult> => {
  if (!isCompared(entry)) return refused(entry.code, entry.problem);
  if (action.as === 'skip') return result('skipped', null);
  try {
    if (action.as === 'same') return await keptAs(work, action.id, action.restores === true);
    if (action.as === 'create' || entry.doi === null) return await create(work, entry);
    if (work.outage.times >= OUTAGES) return refused('provider_unavailable', work.outage.reason);
    const imported = await importFromRegistries(work, entry.doi, entry);
    work.outage.times = 0;
    return imported;
  } catch (error) {
    if (work.signal.aborted) throw error;
    if (error instanceof Refused && error.kind !== 'unavailable') return refused(error.code, error.message);
    // A registry that is away refuses its entries; a store that is away stops the job until it is back.
    if (!(error instanceof Unavailable) || !Object.hasOwn(PROVIDER_NAMES, error.what)) throw error;
    work.outage.times += 1;
    work.outage.reason = `${error.inWords ?? error.what}; import the list again later`;
    return refused('provider_unavailable', work.outage.reason);
  }
};

/** Yields the saved job after each part. `goOn` is called before each entry; if it throws, the rest is left. */
export const carryOutReferences = async function* (
  deps: ReferenceImportDeps,
  queued: ReferenceImport,
  {
    goOn = () => Promise.resolve(),
    signal = new AbortController().signal,
  }: { readonly goOn?: () => Promise<void>; readonly signal?: AbortSignal } = {},
): AsyncGenerator<ReferenceImport, void, undefined> {
  const outage = { times: 0, reason: '' };
  for (let job = queued; job.finishedAt === null;) {
    const from = doneIn(job);
    const { before, entries, actions } = await nextReferences(deps.state, job);
    const done: ReferenceResult[] = [...before];
    const save = (next: ReferenceImport): Promise<void> => saveResults(deps.state, next, from, done);
    for (const [index, entry] of entries.entries()) {
      const action = actions[index] ?? { as: 'skip' };
      if (action.as !== 'skip') {
        try {
          await goOn();
        } catch (error) {
          await save(job);
          throw error;
        }
      }
      const one = await carriedOut({ deps, job, caller: callerOf(job), signal, outage }, entry, action);
      done.push(one);
      job = { ...job, status: 'running', counts: countedWith(job.counts, one) };
      // Registries answer after a second or so, which is long enough to be shown, and not to be lost.
      if (action.as === 'import') {
        await save(job);
        yield job;
      }
    }
    if (entries.length === 0 || doneIn(job) >= job.total)
      job = { ...job, status: 'succeeded', finishedAt: deps.clock.now() };
    await save(job);
    yield job;
  }
};

/** Resolves when the signal is aborted and the running import has stopped. */
export const runReferenceImports = (
  deps: ReferenceImportDeps & { readonly log: Log; readonly readModels: ReadModels },
  worker: WorkerOptions,
): Promise<void> =>
  runLongJobs(
    deps,
    {
      lease: 'reference-imports',
      what: 'an import of references',
      jobs: referenceImports,
      carryOut: (job, goOn, signal) => carryOutReferences(deps, job, { goOn, signal }),
    },
    worker,
  );
