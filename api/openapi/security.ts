/** The security requirement of each kind of access, and the sentence that describes it. */
import type { Access } from '../http/access.ts';

export const SECURITY_SCHEMES = {
  installation: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The credential of an installation, `coli_…`. Shown once, when it is issued.',
  },
  partner: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: "A partner's key, `colk_…`. It is shown once, when it is made.",
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'colophon_session',
    description:
      'The session of a signed-in browser; with TLS its name is `__Host-colophon_session`. Writes must come from the dashboard itself.',
  },
} as const;

type Requirement = Readonly<Partial<Record<keyof typeof SECURITY_SCHEMES, readonly string[]>>>;

const SESSION: readonly Requirement[] = [{ bearer: [] }, { session: [] }];

type Needed = { readonly security: readonly Requirement[]; readonly words: string };

/** `words` is empty for public access. */
export const neededFor = (access: Access): Needed => {
  switch (access.kind) {
    case 'anyone':
      return { security: [], words: '' };
    case 'signed_in':
      return { security: SESSION, words: 'Needs a session.' };
    case 'workspace':
      return { security: SESSION, words: `Needs a session with at least role \`${access.role}\` in the workspace.` };
    case 'superadmin':
      return { security: SESSION, words: 'Needs the session of a superadmin.' };
    case 'installation':
      return access.scope === null
        ? { security: [{ installation: [] }], words: 'Needs the credential of an active installation.' }
        : {
            security: [{ installation: [access.scope] }],
            words: `Needs the credential of an active installation with scope \`${access.scope}\`.`,
          };
    case 'api_key':
      return {
        security: [{ partner: [access.scope] }],
        words: `Needs a partner's key with scope \`${access.scope}\`.`,
      };
  }
};
