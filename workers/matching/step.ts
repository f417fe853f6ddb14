/** One step of matching in a workspace: a person, a publication, or a page of a full scan. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import { having, type ReadModels } from '../../projections/ports.ts';
import { candidateOf } from '../../projections/queries/candidates.ts';
import { following } from '../../projections/queries/listing.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import type { Backlog, Next } from './backlog.ts';
import { concerned } from './concerned.ts';
import { matchOne } from './match-one.ts';
import type { PassedOverReport } from './passed-over.ts';
import type { People } from './people.ts';

export type MatchingDeps = Deps & {
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly log: Log;
  /** Called with the number of people that a match skipped. */
  readonly passedOver?: ((people: number) => void) | undefined;
};

/** Publications per step of a full scan. */
const PAGE = 20;
/** Short, so that lagging rows delay a person but not the queued publications. */
const ROWS_TIMEOUT_MS = 100;

export type Work = {
  readonly deps: MatchingDeps;
  readonly people: People;
  readonly backlog: Backlog;
  readonly report: PassedOverReport;
  /** Positions of events that matching recorded and has not yet read back. */
  readonly own: Set<Position>;
  readonly signal: AbortSignal;
};

export const hasCaughtUp = ({ deps, signal }: Work, position: Position, timeoutMs: number): Promise<boolean> =>
  waitForPosition(deps.readModels, [catalogue], position, { timeoutMs, signal });

const matchPublication = async (work: Work, workspace: string, doi: string, cause: Next['cause']): Promise<void> => {
  const { position, passedOver } = await matchOne(work.deps, work.people, { workspace, doi, cause });
  if (position !== null) work.own.add(position);
  if (passedOver > 0) work.report.note(workspace, doi, passedOver);
};

/** False if the rows lag behind the event. */
const loadPerson = async (
  work: Work,
  workspace: string,
  { id: orcid, cause, alone }: Extract<Next, { readonly kind: 'person' | 'publication' }>,
): Promise<boolean> => {
  const { deps, people, backlog } = work;
  if (!(await hasCaughtUp(work, cause.position, ROWS_TIMEOUT_MS))) return false;
  const person = await candidateOf(deps.readModels, workspace, orcid);
  if (person === null) people.remove(workspace, orcid);
  else people.put(person);
  if (!alone) return true;
  const dois = await concerned(deps.readModels, workspace, orcid, person);
  if (dois === null) backlog.addAll(workspace, cause);
  else for (const id of dois) backlog.add(workspace, { kind: 'publication', id }, cause);
  return true;
};

/** Matches one page of a full scan; an abort leaves the rest for later. */
const matchPage = async (work: Work, workspace: string, { after, cause }: Extract<Next, { readonly kind: 'page' }>) => {
  const { deps, backlog, signal } = work;
  const where = { all: [...having({ workspace }), ...following(after)] };
  const page = await deps.readModels.find(publications, { where, limit: PAGE, fields: ['doi'] });
  for (const row of page) {
    await nextTurn();
    if (signal.aborted) return;
    await matchPublication(work, workspace, row.doi, cause);
    backlog.passed(workspace, row.id);
  }
  if (page.length === 0) backlog.passed(workspace, null);
};

/** Runs the next step of a workspace. False if there is none, or the rows lag behind. */
export const step = async (work: Work, workspace: string): Promise<boolean> => {
  const next = work.backlog.take(workspace);
  if (next === null) return false;
  if (next.kind === 'page') await matchPage(work, workspace, next);
  else if (next.kind === 'publication') await matchPublication(work, workspace, next.id, next.cause);
  else if (!(await loadPerson(work, workspace, next))) {
    work.backlog.add(workspace, next, next.cause);
    return false;
  }
  return true;
};
