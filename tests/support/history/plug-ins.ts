/** The life of a website's plug-in, with the actions of administrators and the verification of its origin. */
import type { InstallationEvent } from '../../../domain/installation/events.ts';
import type { Random } from './random.ts';

type Append = readonly InstallationEvent[];

const DAY_MS = 86_400_000;

/** Append by append. About one in four is abandoned, disabled or revoked. */
export const plugInLife = (random: Random, id: string, now: number): readonly Append[] => {
  const [originId, first, second] = [random.uuid(), random.uuid(), random.uuid()];
  const [hash, newHash] = [random.uuid(), random.uuid()];
  const made: readonly Append[] = [
    [{ type: 'InstallationCreated', data: { id, platform: random.pick(['cms_a', 'cms_b']), displayName: `Website ${id}`, description: null, scopes: ['people.read', 'publications.read'] } }], // oxfmt-ignore
    [{ type: 'OriginAdded', data: { originId, origin: `https://${id}.example`, proof: random.uuid() } }],
    [{ type: 'CredentialIssued', data: { credentialId: first, hash, expiresAt: null, rotatedFrom: null } }],
    [{ type: 'OriginCheckFailed', data: { originId, attempt: 1, error: 'the website answered 404', retryAt: now + 5_000 } }], // oxfmt-ignore
    [
      { type: 'OriginVerified', data: { originId } },
      { type: 'InstallationActivated', data: {} },
    ],
    [
      { type: 'CredentialIssued', data: { credentialId: second, hash: newHash, expiresAt: null, rotatedFrom: first } },
      { type: 'CredentialReplaced', data: { credentialId: first, hash, replacedBy: second, expiresAt: now + DAY_MS } },
    ],
  ];
  const ends: readonly [Append, ...Append[]] = [
    [{ type: 'InstallationDisabled', data: {} }],
    [{ type: 'OriginRevoked', data: { originId } }],
    [{ type: 'CredentialRevoked', data: { credentialId: first, hash } }],
    [{ type: 'InstallationRevoked', data: {} }],
  ];
  return random.chance(0.25) ? [...made, random.pick(ends)] : made;
};
