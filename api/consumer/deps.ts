/** What partners' requests need. */
import type { Clock, EventStore, Ids } from '../../commands/ports.ts';
import type { Serving } from '../public/served.ts';

export type ConsumerDeps = Serving & {
  readonly events: EventStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly shards: number;
};
