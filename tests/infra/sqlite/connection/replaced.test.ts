/** Files that are replaced while they are open, as when a restore overtakes a suspended process. */
import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Unavailable } from '../../../../domain/errors.ts';
import { unlessReplaced } from '../../../../infra/replaced.ts';
import { openSqliteEventStore } from '../../../../infra/sqlite/events/index.ts';
import { openSqliteState } from '../../../../infra/sqlite/state/index.ts';
import { closing } from '../../../support/closing.ts';
import { inFolder } from '../../../support/folder.ts';
import { newEvent } from '../../../support/new-event.ts';
import { suite } from '../../../support/suite.ts';

const files = suite('a file that is replaced while it is open');

const isReplaced = (error: unknown): boolean =>
  error instanceof Unavailable && /was replaced or removed/u.test(error.message);

files('acknowledges no later write', () =>
  inFolder(async (folder) => {
    const [log, other, records] = ['events.db', 'other.db', 'state.db'].map((name) => path.join(folder, name));
    assert.ok(log && other && records);
    await using events = closing(await openSqliteEventStore({ file: log }));
    await events.append('stream', [newEvent(1)], 'any');
    await (await openSqliteEventStore({ file: other })).close();
    await rename(other, log);
    await assert.rejects(events.append('stream', [newEvent(2)], 'any'), isReplaced);

    await using state = closing(await openSqliteState({ file: records }));
    await state.put('key', 1);
    await rm(records);
    await assert.rejects(state.put('key', 2), isReplaced);
  }),
);

files('stops the process that has it open', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'events.db');
    await writeFile(file, '');
    const stop = new AbortController();
    const kept = unlessReplaced([file], stop.signal, 5);
    stop.abort();
    await kept;
    const gone = assert.rejects(
      unlessReplaced([file], new AbortController().signal, 5),
      /events\.db was replaced or removed/u,
    );
    await writeFile(`${file}.next`, '');
    await rename(`${file}.next`, file);
    await gone;
  }),
);
