/** How full the pools are: connections open, in use and waited for, read at each scrape. */
import { Gauge, type Registry } from 'prom-client';

/** Of a pool, by state: `open`, `in_use`, `waiting`; those that it has. */
type PoolSizes = Readonly<Partial<Record<'open' | 'in_use' | 'waiting', number>>>;

type Sizes = () => PoolSizes | readonly PoolSizes[] | Promise<PoolSizes>;

/** To be called with the name of a pool and how to read its sizes; pools of one name are added up. */
export const poolsIn = (registry: Registry): ((name: string, sizes: Sizes) => void) => {
  const pools: { readonly name: string; readonly sizes: Sizes }[] = [];
  new Gauge({
    name: 'colophon_pool_size',
    help: 'Connections or places of a pool.',
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
