/** The rate of requests to a provider, whatever the machine's clock does. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openPace, openRateLimiter } from '../../../infra/providers/http/rate-limiter.ts';
import { DAY_MS, withClockOff } from '../../support/shifted-clock/index.ts';
import { suite } from '../../support/suite.ts';

const RATE = 40;
const SECOND_MS = 1_000;
/** A timer may fire this much early. */
const EARLY_MS = 2;

const never = new AbortController().signal;

const pacing = suite('the rate limiter of a provider');

pacing('starts exactly as many requests a second as its rate allows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 2, max: 300 }), (rate, count) => {
      let now = 0;
      const pace = openPace(rate, () => now);
      const starts = Array.from({ length: count }, () => {
        now += pace.waitMs();
        pace.started();
        return now;
      });
      for (const [n, at] of starts.slice(rate).entries()) assert.ok(at - (starts[n] ?? 0) >= SECOND_MS);
      // Rounding to whole milliseconds and requests costs less than half of the rate.
      assert.ok(now <= (2 * count * SECOND_MS) / rate + SECOND_MS);
    }),
  );
});

pacing('supports rates below one a second, and fractional ones', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 20, noNaN: true }), (rate) => {
      let now = 0;
      const pace = openPace(rate, () => now);
      for (let n = 0; n < 100; n += 1) {
        now += pace.waitMs();
        pace.started();
      }
      const [fastest, slowest] = [SECOND_MS / rate, (2 * SECOND_MS) / rate + SECOND_MS];
      assert.ok(now / 100 >= (fastest * 9) / 10 - 1 && now / 100 <= slowest, `${now / 100} ms apart at ${rate}`);
    }),
  );
});

pacing('waits between requests as configured', async () => {
  const limiter = openRateLimiter({ rate: RATE, concurrency: 0 });
  const began = performance.now();
  await Promise.all(Array.from({ length: RATE + 1 }, () => limiter.run(() => Promise.resolve(), never, 0)));
  assert.ok(performance.now() - began >= SECOND_MS - EARLY_MS);
});

pacing('continues when the clock is set back a day', async () => {
  const limiter = openRateLimiter({ rate: RATE, concurrency: 0 });
  const run = (count: number): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, () => limiter.run(() => Promise.resolve(), never, 0)));
  await run(6);
  const began = performance.now();
  await withClockOff(-DAY_MS, () => run(12));
  assert.ok(performance.now() - began < SECOND_MS);
});

pacing('waits as long as the provider has demanded, then continues', async () => {
  const limiter = openRateLimiter({ rate: RATE, concurrency: 0 });
  limiter.holdFor(120);
  const began = performance.now();
  await limiter.run(() => Promise.resolve(), never, 0);
  const waited = performance.now() - began;
  assert.ok(waited >= 120 - EARLY_MS && waited < SECOND_MS, `${waited} ms`);
  assert.equal(limiter.heldForMs(), 0);
});
