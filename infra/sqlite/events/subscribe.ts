/** Catch-up subscriptions: read the log page by page to its end, then wait for it to grow. */
import type { Delivery, SubscribeOptions } from '../../../commands/ports.ts';
import { BEGINNING } from '../../../domain/event.ts';
import { eventOf } from './event-row.ts';
import type { Reader } from './read.ts';
import type { Wake } from './wake.ts';

export const subscribe = async function* (
  page: Reader['page'],
  wake: Wake,
  { after = BEGINNING, prefixes = [], signal }: SubscribeOptions,
): AsyncGenerator<Delivery> {
  let position = Math.max(after, 0);
  let reported = -2;
  while (!signal.aborted) {
    const seen = wake.seen();
    const { rows, end } = await page(position, prefixes);
    for (const row of rows) {
      yield { kind: 'event', event: eventOf(row) };
      if (signal.aborted) return;
    }
    if (end > position) {
      position = end;
      continue;
    }
    const reached = position === 0 ? after : position;
    if (reached !== reported) yield { kind: 'caughtUp', position: reached };
    reported = reached;
    await wake.changed(seen, signal);
  }
};
