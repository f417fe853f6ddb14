/** How each event of an installation is undone. An undo neither verifies an origin nor issues a credential again. */
import type { InstallationEvent, InstallationFields, InstallationScope } from './events.ts';
import { installation, type InstallationCommand } from './installation.ts';
import type { Installation } from './state.ts';
import { defined } from '../own.ts';
import { cannot, changed, type Inverse, type Undoable } from '../undo/inverse.ts';

const NAME = '/display_name';
const DESCRIPTION = '/description';
const PLATFORM = '/platform';
const SCOPES = '/scopes';
const STATUS = '/status';

const back: Inverse<Installation, InstallationCommand, InstallationEvent> = {
  role: 'workspace_admin',
  parts: changed((state) =>
    state.status === 'absent'
      ? {}
      : {
          [NAME]: state.displayName,
          [DESCRIPTION]: state.description,
          [PLATFORM]: state.platform,
          [SCOPES]: state.scopes,
          [STATUS]: state.status === 'active' ? 'active' : 'disabled',
        },
  ),
  put: (wanted) => {
    const { [NAME]: displayName, [DESCRIPTION]: description, [PLATFORM]: platform, [STATUS]: status } = wanted;
    const fields = defined({ displayName, description, platform }) as Partial<InstallationFields>;
    const scopes = wanted[SCOPES] as readonly InstallationScope[] | undefined;
    return [
      (scopes !== undefined || Object.keys(fields).length > 0) && {
        ...{ type: 'ReviseInstallation', fields },
        ...defined({ scopes }),
      },
      status !== undefined && { type: 'MoveInstallation', move: status === 'active' ? 'activate' : 'disable' },
    ];
  },
};

const ORIGIN_PROVED = cannot('It records what was found on the website; check the origin again instead.');
const FOR_GOOD = cannot('This is final; create a new installation.');

export const undoableInstallation: Undoable<Installation, InstallationCommand, InstallationEvent> = {
  decider: installation,
  inverses: {
    InstallationCreated: cannot('An installation can only be archived or revoked, which is final.'),
    InstallationRevised: back,
    InstallationScopesChanged: back,
    InstallationActivated: back,
    InstallationDisabled: back,
    InstallationRevoked: FOR_GOOD,
    InstallationArchived: FOR_GOOD,
    OriginAdded: cannot('An origin can only be revoked, which is final.'),
    OriginCheckRequested: ORIGIN_PROVED,
    OriginVerified: ORIGIN_PROVED,
    OriginCheckFailed: ORIGIN_PROVED,
    OriginRevoked: cannot('A revoked origin stays revoked; add it again to have it verified.'),
    CredentialIssued: cannot('An issued credential can only be revoked, which is final.'),
    CredentialReplaced: cannot('The new credential is in use; rotate it again, or revoke it.'),
    CredentialRevoked: cannot('A revoked credential stays revoked; issue a new one.'),
  },
};
