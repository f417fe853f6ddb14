/** Side effects of an undo that puts another item in the place of a work, or a primary DOI in the place of its alias. */
import { fold, type Decider } from '../../domain/decider.ts';
import { equal } from '../../domain/equal.ts';
import { Refused } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Item } from '../../domain/identifier/events.ts';
import type { Json } from '../../domain/json.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { publication } from '../../domain/publication/publication.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { upcastAs } from '../../domain/upcast.ts';
import type { WorkEvent } from '../../domain/work/events.ts';
import type { Work } from '../../domain/work/state.ts';
import { work } from '../../domain/work/work.ts';
import { primaryOf, takeOverAlias } from '../alias.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import type { HandOver } from '../handing-over.ts';
import type { EventStore } from '../ports.ts';
import { publicationAggregate } from '../publication.ts';
import { rootOf } from '../work-identity/roots.ts';
import { mustNotSupersede, takeOver } from '../work-identity/supersede.ts';
import { workAggregate } from '../work.ts';

type Joining<State, E, By, Shown> = {
  readonly decider: Pick<Decider<State, never, E & DomainEvent>, 'initial' | 'evolve'>;
  readonly stream: string;
  /** What the event puts in the record's place; null for any other event. */
  readonly byOf: (event: E) => By | null;
  /** What is shown now. Throws `Refused('conflict')` if that is the record itself: a circle would lead to nothing at all. */
  readonly shownNow: (by: By) => Promise<Shown>;
  readonly handOver: (to: Shown, ...states: Parameters<HandOver<State>>) => Promise<void>;
};

/** Called before each attempt to append: what is put in the record's place takes over staff's edits of it. */
const joining = <State extends { readonly status: string }, E extends DomainEvent, By extends Json, Shown>(
  events: EventStore,
  { decider, stream, byOf, shownNow, handOver }: Joining<State, E, By, Shown>,
) => {
  let taken: State | null = null;
  return async (decided: readonly E[]): Promise<void> => {
    for (const each of decided) {
      const by = byOf(each);
      if (by === null) continue;
      const shown = await shownNow(by);
      // The record now, and as it was when the same last took its place.
      let [now, whenJoined] = [decider.initial, decider.initial];
      for await (const recorded of events.readStream(stream)) {
        const event = upcastAs<E>(recorded);
        now = decider.evolve(now, event);
        if (equal(byOf(event), by)) whenJoined = now;
      }
      const state = fold<State, E>(decider, decided, now);
      // A record restored from a reset was taken over before that reset.
      if (now.status === 'absent') continue;
      await handOver(shown, state, taken ?? whenJoined);
      taken = state;
    }
  };
};

export const joiningWorks = (deps: Deps, caller: Caller, key: string) =>
  joining<Work, WorkEvent, Item, Item>(deps.events, {
    decider: work,
    stream: workAggregate.stream(caller.workspace, key),
    byOf: (event) => (event.type === 'WorkSuperseded' ? event.data.by : null),
    shownNow: async (by) => {
      const { item } = await rootOf(deps.events, caller.workspace, by);
      mustNotSupersede(item, key);
      return item;
    },
    handOver: async (to, state, earlier) => {
      if (state.status !== 'absent') await takeOver(deps, to, state, earlier, caller);
    },
  });

export const joiningAliases = (deps: Deps, caller: Caller, doi: string) =>
  joining<Publication, PublicationEvent, string, string>(deps.events, {
    decider: publication,
    stream: publicationAggregate.stream(caller.workspace, doi),
    byOf: (event) => (event.type === 'PublicationSuperseded' ? event.data.by : null),
    shownNow: async (by) => {
      const primary = await primaryOf(deps.events, caller.workspace, by);
      if (primary === doi)
        throw new Refused('conflict', 'supersedes_it', 'this publication is now shown in place of the other one', {
          accepted: 'first undo the event that superseded the other publication',
        });
      return primary;
    },
    handOver: (to, state, earlier) => takeOverAlias(deps, to, state, earlier, caller),
  });
