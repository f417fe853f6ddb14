/** Revising what staff say of a person, who is put into no category that is not there. */
import type { Person, PersonCommand } from '../domain/person/person.ts';
import type { Deps, FromState } from './handle.ts';
import { categoryMustBeActive } from './must-be-active.ts';

/**
 * The command for `handleFrom` on the person. Throws `Refused('not_found')` for an unknown person or category,
 * `Refused('invalid')` for an archived category. Those that the person is in already may stay.
 */
export const revising = (
  deps: Pick<Deps, 'events'>,
  command: Extract<PersonCommand, { readonly type: 'ReviseProfile' }>,
  workspace: string,
): FromState<Person, PersonCommand> => ({
  type: command.type,
  asked: command,
  from: async (state) => {
    if (state.status === 'absent') return command;
    const { categoryIds = [] } = command;
    const isNew = (id: string): boolean => !state.categoryIds.includes(id);
    for (const id of categoryIds.filter(isNew)) await categoryMustBeActive(deps, workspace, id);
    return command;
  },
});
