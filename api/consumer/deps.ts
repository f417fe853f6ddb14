/** Dependencies of partners' requests. */
import type { Deps } from '../../commands/handle.ts';
import type { Log } from '../../commands/ports.ts';
import type { Serving } from '../public/served.ts';
import type { VisibleWithin } from '../http/visible.ts';

export type ConsumerDeps = Serving & Deps & VisibleWithin & { readonly shards: number; readonly log: Log };
