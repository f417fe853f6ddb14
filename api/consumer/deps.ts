/** Dependencies of partners' requests. */
import type { Deps } from '../../commands/handle.ts';
import type { Log } from '../../commands/ports.ts';
import type { Serving } from '../public/served.ts';

export type ConsumerDeps = Serving & Deps & { readonly shards: number; readonly log: Log };
