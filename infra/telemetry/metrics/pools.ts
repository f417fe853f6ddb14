/** Sizes of pools, read at each scrape: open connections, those in use, and waiting requests. */
import { Gauge, type Registry } from 'prom-client';

/** Size of a pool by state; only the states that apply. */
type PoolSizes = Readonly<Partial<Record<'open' | 'in_use' | 'waiting', number>>>;

type Sizes = () => PoolSizes | readonly PoolSizes[] | Promise<PoolSizes>;

/** Registers a pool by name with a function that reads its sizes; pools with the same name are summed. */
export const poolsIn = (registry: Registry): ((name: string, sizes: Sizes) => void) => {
  const pools: { readonly name: string; readonly sizes: Sizes }[] = [];
  new Gauge({
    name: 'colophon_pool_size',
    help: 'Connections or slots of a pool.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, sizes } of pools)
        for (const each of [await sizes()].flat())
          for (const [state, size] of Object.entries(each)) this.inc({ pool: name, state }, size);
    },
  });
  return (name, sizes) => void pools.push({ name, sizes });
};
