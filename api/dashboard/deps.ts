/** The dependencies of the dashboard's routes. */
import type { Deps } from '../../commands/handle.ts';
import type { Log, StateStore } from '../../commands/ports.ts';
import type { ReadModels } from '../../projections/ports.ts';
import type { Citations } from '../http/ports.ts';
import type { VisibleWithin } from '../http/visible.ts';
import type { ChangeFeed } from './changes/feed.ts';
import type { Streams } from './changes/streams.ts';
import type { LongReads } from './long-reads.ts';
import type { Imports, OpenIdProvider, Pictures, ProxyTokens, References, Standing } from './ports.ts';

export type DashboardDeps = Deps &
  VisibleWithin & {
    readonly readModels: ReadModels;
    readonly state: StateStore;
    readonly log: Log;
    /** The dashboard's address in browsers. Redirects and origin checks use it, never the `Host` header. */
    readonly url: string;
    readonly altUrl: string | null;
    /** The external address of the public listener, which accepts partners' keys. */
    readonly publicUrl: string;
    readonly proxy: ProxyTokens | null;
    readonly oidc: OpenIdProvider | null;
    /** How far the listings have caught up, for pages that follow changes. */
    readonly changes: ChangeFeed;
    readonly streams: Streams;
    /** Undos, previews and histories, which may take a minute. */
    readonly longReads: LongReads;
    /** Pages of events, which do not wait for these. */
    readonly eventPages: LongReads;
    /** The heartbeat interval of a stream; default: `FOLLOWING.heartbeatMs`. */
    readonly heartbeatMs?: number;
    readonly imports: Imports;
    readonly references: References;
    readonly citations: Citations;
    readonly pictures: Pictures;
    /** Throws `Unavailable`. */
    readonly standing: () => Promise<Standing>;
    readonly shards: number;
    /** Email addresses of users who may reset data, in lower case. */
    readonly resetDataEmails: readonly string[];
  };
