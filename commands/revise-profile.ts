/** Revising what staff say of a person, who is put into no category that is not there. */
import type { Revision } from '../domain/event.ts';
import type { PersonEvent } from '../domain/person/events.ts';
import type { Person, PersonCommand } from '../domain/person/person.ts';
import type { Caller } from './caller.ts';
import { handleFrom, type Deps, type Handled } from './handle.ts';
import { categoryMustBeActive } from './must-be-active.ts';
import { personAggregate } from './person.ts';

type ReviseProfile = Extract<PersonCommand, { readonly type: 'ReviseProfile' }>;

/**
 * The person afterwards. `ifRevision` as in `handle`. Throws `Refused('not_found')` for an unknown person or category,
 * `Refused('invalid')` for an archived category. Those that the person is in already may stay.
 */
export const reviseProfile = (
  deps: Deps,
  orcid: string,
  command: ReviseProfile,
  caller: Caller,
  options: { readonly ifRevision?: Revision } = {},
): Promise<Handled<Person, PersonEvent>> =>
  handleFrom(
    deps,
    personAggregate,
    orcid,
    {
      type: command.type,
      asked: command,
      from: async (state) => {
        if (state.status === 'absent') return command;
        const { categoryIds = [] } = command;
        const isNew = (id: string): boolean => !state.categoryIds.includes(id);
        for (const id of categoryIds.filter(isNew)) await categoryMustBeActive(deps, caller.workspace, id);
        return command;
      },
    },
    caller,
    options,
  );
