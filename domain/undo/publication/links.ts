/** Undoing what was decided about authors, by staff or by a machine. */
import { pointerTo } from '../../changes/change.ts';
import type { Json } from '../../json.ts';
import { ownOf } from '../../own.ts';
import type { PublicationCommand } from '../../publication/commands.ts';
import type { PublicationEvent } from '../../publication/events.ts';
import { eachLink } from '../../publication/links.ts';
import type { Publication } from '../../publication/state.ts';
import type { Inverse } from '../inverse.ts';

export const linkPath = (orcid: string): string => pointerTo('person_orcids', orcid);

/** True: linked. False: staff said that the iD is none of the authors. Absent: open. */
export const linkIn = (state: Publication, orcid: string): boolean | undefined => {
  const link = state.status === 'absent' ? undefined : ownOf(state.links, orcid);
  if (link?.linked === true) return true;
  return link?.basis === 'staff' ? false : undefined;
};

export const linked: Inverse<Publication, PublicationCommand, PublicationEvent> = {
  role: 'member',
  parts: ({ event, before, after, now }) => {
    if (event.type !== 'AuthorLinked' && event.type !== 'AuthorUnlinked') return [];
    return eachLink(event.data.links).flatMap(({ orcid, basis }) => {
      const [was, became, is] = [linkIn(before, orcid), linkIn(after, orcid), linkIn(now, orcid)];
      if (was === became) return [];
      // What is left open, the next harvest links again: of a machine's link, staff say that it is wrong.
      const part = { path: linkPath(orcid), before: was, after: became, now: is };
      return event.type === 'AuthorLinked' && basis !== 'staff'
        ? [{ ...part, before: false, stood: { value: was } }]
        : [part];
    });
  },
  commands: (_moment, parts) => {
    const to = (wanted: Json | undefined): readonly string[] =>
      parts.filter(({ before }) => before === wanted).map(({ path }) => path.slice(linkPath('').length));
    return [{ type: 'SettleAuthors', linked: to(true), rejected: to(false), open: to(undefined) }];
  },
};
