/** Leading while rows can be read and not written, as on a full disk. */
import { ok } from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../../domain/errors.ts';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { suite } from '../../support/suite.ts';
import { added, paperStream } from '../projector/shelf.ts';
import { inHouse } from './leading.ts';

const POLL_MS = 100;
const POLLS = 10;

const leading = suite('leading over rows that take no writes');

leading('tries again at intervals, and goes on when they take them', () => {
  let isFull = false;
  return inHouse(
    async ({ append, settled, lead }) => {
      const { log } = lead({ pollMs: POLL_MS });
      await append(paperStream('a'), added('a'));
      await settled();
      isFull = true;
      await append(paperStream('b'), added('b'));
      await pause(POLL_MS * POLLS);
      const tries = log.lines.filter(({ message }) => message === 'the projector waits for a store').length;
      ok(tries > 0 && tries <= POLLS, `tried ${tries} times`);
      isFull = false;
      await settled();
    },
    async (folder) => {
      const rows = await openSqliteReadModels({ file: path.join(folder, 'read.db') });
      const commit: typeof rows.commit = async (changes) => {
        if (isFull) throw new Unavailable('read models', 'full');
        return rows.commit(changes);
      };
      return { ...rows, commit };
    },
  );
});
