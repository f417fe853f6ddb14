/** What the inverses of a publication's events have in common. */
import type { PublicationCommand } from '../../publication/commands.ts';
import type { PublicationEvent } from '../../publication/events.ts';
import type { Present, Publication } from '../../publication/state.ts';
import type { Inverse, Moment } from '../inverse.ts';

export type PublicationInverse = Inverse<Publication, PublicationCommand, PublicationEvent>;
export type PublicationMoment = Moment<Publication, PublicationEvent>;

type Around = { readonly before: Present; readonly after: Present; readonly now: Present };

/** The states, if there was a publication in all of them. */
export const present = ({ before, after, now }: PublicationMoment): Around | null =>
  before.status === 'absent' || after.status === 'absent' || now.status === 'absent' ? null : { before, after, now };
