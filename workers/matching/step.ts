/** One step of the matching of a workspace: one person, one publication, or a few of a workspace that is gone through. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import type { ReadModels } from '../../projections/ports.ts';
import { candidateOf } from '../../projections/queries/candidates.ts';
import { pageAfter } from '../../projections/queries/iterate.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import type { Backlog, Next } from './backlog.ts';
import { concerned } from './concerned.ts';
import { matchOne } from './match-one.ts';
import type { Tell } from './passed-over.ts';
import type { People } from './people.ts';

export type MatchingDeps = Deps & {
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly log: Log;
  /** Called with how many people a match passed over. */
  readonly passedOver?: ((people: number) => void) | undefined;
};

/** Publications a turn of one workspace that is gone through. */
const PAGE = 20;
/** Rows that are behind hold up a person, not the publications that wait besides. */
const SOON_MS = 100;

export type Work = {
  readonly deps: MatchingDeps;
  readonly people: People;
  readonly backlog: Backlog;
  readonly tell: Tell;
  /** What it found out itself, and has yet to meet in the log. */
  readonly own: Set<Position>;
  readonly signal: AbortSignal;
};

export const shows = ({ deps, signal }: Work, position: Position, timeoutMs: number): Promise<boolean> =>
  waitForPosition(deps.readModels, [catalogue], position, { timeoutMs, signal });

const matchPublication = async (work: Work, workspace: string, doi: string, cause: Next['cause']): Promise<void> => {
  const { position, passedOver } = await matchOne(work.deps, work.people, { workspace, doi, cause });
  if (position !== null) work.own.add(position);
  if (passedOver > 0) work.tell.note(workspace, doi, passedOver);
};

/** False if the rows do not show the person yet. */
const knowPerson = async (
  work: Work,
  workspace: string,
  { id: orcid, cause, alone }: Extract<Next, { readonly kind: 'person' | 'publication' }>,
): Promise<boolean> => {
  const { deps, people, backlog } = work;
  if (!(await shows(work, cause.position, SOON_MS))) return false;
  const person = await candidateOf(deps.readModels, workspace, orcid);
  if (person === null) people.remove(workspace, orcid);
  else people.put(person);
  if (!alone) return true;
  const dois = await concerned(deps.readModels, workspace, orcid, person);
  if (dois === null) backlog.addAll(workspace, cause);
  else for (const id of dois) backlog.add(workspace, { kind: 'publication', id }, cause);
  return true;
};

/** One page of a workspace that is gone through; what is left of it when the signal ends is done later. */
const matchPage = async (
  work: Work,
  workspace: string,
  { after, cause }: Extract<Next, { readonly kind: 'page' }>,
): Promise<void> => {
  const { deps, backlog, signal } = work;
  const where = { all: [{ field: 'workspace', eq: workspace }] };
  const page = await pageAfter(deps.readModels, publications, after, { where, limit: PAGE, fields: ['doi'] });
  for (const row of page) {
    await nextTurn();
    if (signal.aborted) return;
    await matchPublication(work, workspace, row.doi, cause);
    backlog.passed(workspace, row.id);
  }
  if (page.length === 0) backlog.passed(workspace, null);
};

/** Does the next thing of a workspace. False if it cannot be done now. */
export const step = async (work: Work, workspace: string): Promise<boolean> => {
  const next = work.backlog.take(workspace);
  if (next === null) return false;
  if (next.kind === 'page') await matchPage(work, workspace, next);
  else if (next.kind === 'publication') await matchPublication(work, workspace, next.id, next.cause);
  else if (!(await knowPerson(work, workspace, next))) {
    work.backlog.add(workspace, next, next.cause);
    return false;
  }
  return true;
};
