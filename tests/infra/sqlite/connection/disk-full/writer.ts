/** A process that appends on request, and reports the outcome. */
import path from 'node:path';
import { Unavailable } from '../../../../../domain/errors.ts';
import { openSqliteEventStore } from '../../../../../infra/sqlite/events/index.ts';
import { openSqliteState } from '../../../../../infra/sqlite/state/index.ts';
import { newEvent } from '../../../../support/new-event.ts';

const folder = process.argv[2] ?? '';
const events = await openSqliteEventStore({ file: path.join(folder, 'events.db') });
const state = await openSqliteState({ file: path.join(folder, 'state.db') });

const outcome = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    return error instanceof Unavailable ? 'unavailable' : String(error);
  }
};

const count = async (): Promise<number> => {
  let read = 0;
  for await (const _event of events.readAll()) read += 1;
  return read;
};

process.on('message', (command: 'append' | 'put' | 'read') => {
  const text = 'x'.repeat(100_000);
  void (async () => {
    if (command === 'read') process.send?.(await count());
    else
      process.send?.(
        await outcome(() =>
          command === 'append'
            ? events.append('publication-org~10.5555/full', [newEvent(0, { text })], 'any')
            : state.put('some/record', text),
        ),
      );
  })();
});
process.send?.('ready');
