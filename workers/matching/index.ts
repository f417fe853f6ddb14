/**
 * Matches authors with people whenever either changes. Results are recorded through the publication's commands, so repeating a match
 * changes nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../commands/handle.ts';
import { addPassedOver, type PassedOver } from '../../commands/passed-over.ts';
import type { StateStore } from '../../commands/ports.ts';
import type { Position } from '../../domain/event.ts';
import { MATCHING } from '../../domain/limits.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { having, type ReadModels } from '../../projections/ports.ts';
import { candidatesOf, everyCandidate } from '../../projections/queries/candidates.ts';
import { idsOf } from '../../projections/queries/identifiers.ts';
import { stream } from '../../projections/queries/listing.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import type { WorkerOptions } from '../leading.ts';
import { reactedUpTo, reactorLag, runReactor, type Reactor, type ReactorDeps } from '../reactor/index.ts';
import { concerned } from './concerned.ts';
import { matchOne } from './match-one.ts';
import { peopleByName } from './people.ts';
import { touchedBy, type Touched } from './touched.ts';

export type MatchingDeps = Deps &
  ReactorDeps & {
    readonly readModels: ReadModels;
    /** Called with the number of people that a match skipped. */
    readonly passedOver?: ((people: number) => void) | undefined;
  };

const NAME = 'matching';

const matching = (deps: MatchingDeps): Reactor<Touched> => {
  const { events, readModels, state, log, clock } = deps;
  let people = peopleByName();

  const untilRowsReach = async (position: Position, signal: AbortSignal): Promise<void> => {
    await waitForPosition(readModels, [catalogue], position, { timeoutMs: Infinity, signal });
    signal.throwIfAborted();
  };
  const load = async (workspace: string, orcids: readonly string[]) => {
    const found = new Map((await candidatesOf(readModels, workspace, orcids)).map((each) => [each.orcid, each]));
    for (const orcid of orcids) {
      const person = found.get(orcid);
      if (person === undefined) people.remove(workspace, orcid);
      else people.put(person);
    }
    return found;
  };

  return {
    name: NAME,
    prefixes: ['publication-', 'work-', 'person-', 'erasure-'],
    select: touchedBy,
    atOnce: MATCHING.events,

    begin: async (reached, signal) => {
      people = peopleByName();
      // Older rows may lack people. It may have read past the last event, where rows need not follow.
      await untilRowsReach(Math.min(reached, await events.head()), signal);
      for await (const person of everyCandidate(readModels, null)) people.put(person);
    },

    on: async (workspace, items, signal) => {
      const due = new Map<string, Touched>();
      let isAll = false;
      const persons = items.filter(({ kind }) => kind === 'person');
      if (persons.length > 0) {
        await untilRowsReach(Math.max(...persons.map(({ position }) => position)), signal);
        const known = await load(
          workspace,
          persons.map(({ id }) => id),
        );
        for (const person of new Map(persons.map((each) => [each.id, each])).values()) {
          const dois = await concerned(readModels, workspace, person.id, known.get(person.id) ?? null);
          for (const doi of dois ?? []) due.set(doi, person);
          isAll = dois === null || due.size > MATCHING.collected;
          if (isAll) break;
          signal.throwIfAborted();
        }
        if (isAll) due.clear();
      }
      for (const item of items) if (item.kind === 'publication') due.set(item.id, item);

      let passedOver: PassedOver | null = null;
      const match = async (doi: string): Promise<void> => {
        // The embedded stores respond synchronously: without yielding, other workspaces would have to wait.
        await nextTurn();
        signal.throwIfAborted();
        const skipped = await matchOne(deps, people, { workspace, doi, cause: due.get(doi) });
        due.delete(doi);
        if (skipped === 0) return;
        deps.passedOver?.(skipped);
        const publications = (passedOver?.publications ?? 0) + 1;
        passedOver = { publications, people: skipped, doi, at: clock.now() };
      };
      if (isAll) for await (const doi of stream(readModels, idsOf({ all: having({ workspace }) }))) await match(doi);
      for (const doi of due.keys()) await match(doi);

      if (passedOver === null) return;
      const note: PassedOver = passedOver;
      log.warn({ workspace, ...note }, 'matching passed over people whose names too many share');
      await addPassedOver(state, workspace, note);
    },
  };
};

export const matchedUpTo = (state: Pick<StateStore, 'get'>): Promise<Position> => reactedUpTo(state, NAME);

export const matchingLag = (deps: Parameters<typeof reactorLag>[0]) => reactorLag(deps, NAME);

/** Resolves when the signal is aborted. */
export const runMatchingRole = (deps: MatchingDeps, options: WorkerOptions): Promise<void> =>
  runReactor(deps, matching(deps), options);
