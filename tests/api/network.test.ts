/** The network that a request without a credential is counted for. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countersOf, networkOf } from '../../api/http/network.ts';
import { countedByAddress } from '../../api/keys/rate.ts';
import { suite } from '../support/suite.ts';

const counting = suite('an address');

counting('is an IPv4 address, or the 64-bit network of an IPv6 one', () => {
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('nonsense'), 'nonsense');
});

counting('of IPv6 is first counted for its 48-bit site, with a higher limit than one network has', () => {
  assert.deepEqual(countersOf('2001:db8:1:2:3:4:5:6'), [
    { who: '2001:db8:1::/48', times: 16 },
    { who: '2001:db8:1:2::/64', times: 1 },
  ]);
  assert.deepEqual(countersOf('192.0.2.1'), [{ who: '192.0.2.1', times: 1 }]);
});

counting('needs a bounded number of counters, however many networks of a site send requests', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(0xffff), { maxLength: 400 }),
      fc.integer({ min: 1, max: 5 }),
      async (subnets, limit) => {
        const counters = new Map<string, number>();
        const count = (who: string, most: number) => {
          const value = (counters.get(who) ?? 0) + 1;
          counters.set(who, value);
          return Promise.resolve({ limit: most, isWithin: value <= most, remaining: 0, secondsLeft: 1 });
        };
        for (const subnet of subnets)
          await countedByAddress(count, 'address', `2001:db8:1:${subnet.toString(16)}::1`, limit).catch(
            () => undefined,
          );
        assert.ok(counters.size <= 1 + 16 * limit, `${counters.size} counters`);
      },
    ),
    { numRuns: 50 },
  ),
);
