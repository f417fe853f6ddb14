/** The rules of an installation: what it may read, from which websites, with which credentials, and when it ends. */
import type { Decider } from '../decider.ts';
import { deciding } from '../deciding.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import { parseEntityId } from '../workspace/id.ts';
import { credentialDecisions, type CredentialCommand } from './credentials.ts';
import type { InstallationEvent, InstallationFields, InstallationScope } from './events.ts';
import { originDecisions, type OriginCommand } from './origins.ts';
import { evolve, mustNotBeOver, type Installation, type Present } from './state.ts';

export type InstallationMove = 'activate' | 'disable' | 'revoke' | 'archive';

export type InstallationCommand =
  | ({
      readonly type: 'CreateInstallation';
      readonly id: string;
      readonly scopes: readonly InstallationScope[];
    } & InstallationFields)
  /** Absent fields stay unchanged. */
  | {
      readonly type: 'ReviseInstallation';
      readonly fields: Partial<InstallationFields>;
      readonly scopes?: readonly InstallationScope[];
    }
  | { readonly type: 'MoveInstallation'; readonly move: InstallationMove }
  | OriginCommand
  | CredentialCommand;

const MOVES = {
  activate: { to: 'active', event: 'InstallationActivated' },
  disable: { to: 'disabled', event: 'InstallationDisabled' },
  revoke: { to: 'revoked', event: 'InstallationRevoked' },
  archive: { to: 'archived', event: 'InstallationArchived' },
} as const;

const nameIn = (text: string): string => {
  const name = text.trim();
  if (name === '')
    throw new Refused('invalid', 'invalid_name', 'display_name is blank', {
      field: 'display_name',
      accepted: 'a text that is not blank',
    });
  return name;
};

const distinct = (scopes: readonly InstallationScope[]): readonly InstallationScope[] => [...new Set(scopes)].sort();

const moved = (state: Present, { move }: { readonly move: InstallationMove }): readonly InstallationEvent[] => {
  const { to, event } = MOVES[move];
  if (state.status === to) return [];
  mustNotBeOver(state);
  if (move === 'disable' && state.status !== 'active')
    throw new Refused('conflict', 'installation_not_active', 'only an active installation can be disabled', {
      status: state.status,
    });
  return [{ type: event, data: {} }];
};

const revised = (
  state: Present,
  { fields, scopes }: Extract<InstallationCommand, { readonly type: 'ReviseInstallation' }>,
): readonly InstallationEvent[] => {
  mustNotBeOver(state);
  const named = fields.displayName === undefined ? fields : { ...fields, displayName: nameIn(fields.displayName) };
  const changed = (Object.keys(named) as readonly (keyof InstallationFields)[]).filter(
    (field) => named[field] !== state[field],
  );
  const part = (from: Partial<InstallationFields>): Partial<InstallationFields> =>
    Object.fromEntries(changed.map((field) => [field, from[field]]));
  const after = scopes === undefined ? state.scopes : distinct(scopes);
  const events: InstallationEvent[] = [];
  if (changed.length > 0)
    events.push({ type: 'InstallationRevised', data: { before: part(state), after: part(named) } });
  if (!equal(after, state.scopes))
    events.push({ type: 'InstallationScopesChanged', data: { before: state.scopes, after } });
  return events;
};

export const installation: Decider<Installation, InstallationCommand, InstallationEvent> = {
  initial: { status: 'absent' },

  decide: deciding<Installation, InstallationCommand, InstallationEvent>('installation')(
    {
      CreateInstallation: ({ status }, { type: _type, id, displayName, scopes, ...rest }) => {
        if (status !== 'absent')
          throw new Refused('conflict', 'installation_exists', 'an installation with this id already exists', {
            field: 'id',
          });
        const data = { id: parseEntityId(id), displayName: nameIn(displayName), scopes: distinct(scopes), ...rest };
        return [{ type: 'InstallationCreated', data }];
      },
    },
    {
      ReviseInstallation: revised,
      MoveInstallation: moved,
      ...originDecisions,
      ...credentialDecisions,
    },
  ),

  evolve,
};
