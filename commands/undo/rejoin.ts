/** What an undo does besides if it puts another item in the place of one: that item takes over staff's decisions about it. */
import { fold } from '../../domain/decider.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { publication } from '../../domain/publication/publication.ts';
import type { Publication } from '../../domain/publication/state.ts';
import { upcastAs } from '../../domain/upcast.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../handle.ts';
import { publicationAggregate } from '../publication.ts';
import { rootOf } from '../work-identity/roots.ts';
import { mustNotSupersede, takeOver } from '../work-identity/supersede.ts';

/** Called before each attempt to append. Throws `Refused('conflict')` if what would be shown is the item itself. */
export const rejoining = ({ events, ...deps }: Deps, caller: Caller, id: string) => {
  let taken: Publication | null = null;
  return async (decided: readonly PublicationEvent[]): Promise<void> => {
    for (const each of decided) {
      if (each.type !== 'PublicationSuperseded') continue;
      const { by } = each.data;
      const { id: shown } = await rootOf(events, caller.workspace, by);
      mustNotSupersede(shown, id);
      // The record now, and as it was when the same last took its place.
      let [now, whenJoined] = [publication.initial, publication.initial];
      for await (const recorded of events.readStream(publicationAggregate.stream(caller.workspace, id))) {
        const event = upcastAs<PublicationEvent>(recorded);
        now = publication.evolve(now, event);
        if (event.type === 'PublicationSuperseded' && event.data.by === by) whenJoined = now;
      }
      // A record restored from a reset was taken over before that reset.
      if (now.status === 'absent') continue;
      const state = fold<Publication, PublicationEvent>(publication, decided, now);
      await takeOver({ events, ...deps }, shown, state, taken ?? whenJoined, caller);
      taken = state;
    }
  };
};
