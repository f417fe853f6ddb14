/** What dashboard routes are made of. */
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { ChangeFeed } from './changes/feed.ts';
import type { Streams } from './changes/streams.ts';
import type { Citations, Imports, OpenIdProvider, ProxyTokens } from './ports.ts';

export type DashboardDeps = Deps & {
  readonly readModels: ReadModels;
  readonly state: StateStore;
  readonly log: Log;
  /** Where browsers reach the dashboard: what redirects and origin checks go by, never the `Host` header. */
  readonly url: string;
  readonly altUrl: string | null;
  /** Where the world reaches the public listener, which takes the keys that staff hand out. */
  readonly publicUrl: string;
  /** Present if people come through an identity-aware proxy. */
  readonly proxy: ProxyTokens | null;
  /** Present if people sign in with an OpenID Connect provider. */
  readonly oidc: OpenIdProvider | null;
  /** How far listings have come, for pages that follow it. */
  readonly changes: ChangeFeed;
  readonly streams: Streams;
  /** Of a stream; default: that of the table of limits. */
  readonly heartbeatMs?: number;
  readonly imports: Imports;
  readonly citations: Citations;
  readonly shards: number;
  /** Addresses whose holders may reset data, in lower case. */
  readonly resetDataEmails: readonly string[];
};
