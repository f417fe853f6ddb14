/** How the events of records are undone that have a name and can be archived. */
import type { DomainEvent } from '../event.ts';
import type { LocalizedText } from '../localized-text.ts';
import type { Role } from '../member/events.ts';
import { changed, type Inverse } from './inverse.ts';

type Named = { readonly status: 'absent' } | { readonly status: 'active' | 'archived'; readonly name: LocalizedText };

type Moves<Command> = {
  readonly rename: (name: LocalizedText) => Command;
  readonly archive: Command;
  readonly unarchive: Command;
};

const NAME = '/name';
const ARCHIVED = '/archived';

export const namedInverses = <State extends Named, Command, E extends DomainEvent>(
  role: Role,
  { rename, archive, unarchive }: Moves<Command>,
): Readonly<Record<'made' | 'back', Inverse<State, Command, E>>> => {
  const back: Inverse<State, Command, E> = {
    role,
    parts: changed((state: State) =>
      state.status === 'absent'
        ? { [ARCHIVED]: true }
        : { [NAME]: state.name, [ARCHIVED]: state.status === 'archived' },
    ),
    put: ({ [NAME]: name, [ARCHIVED]: isArchived }) => [
      name !== undefined && rename(name as LocalizedText),
      isArchived !== undefined && (isArchived === true ? archive : unarchive),
    ],
  };
  return { back, made: { ...back, makes: ARCHIVED } };
};
