/** Leading while rows can be read but not written, as on a full disk. */
import { ok } from 'node:assert/strict';
import path from 'node:path';
import { Unavailable } from '../../../domain/errors.ts';
import { openSqliteReadModels } from '../../../infra/sqlite/rows/index.ts';
import { suite } from '../../support/suite.ts';
import { added, paperStream } from '../projector/shelf.ts';
import { inSetup, until } from './leading.ts';

const POLL_MS = 100;
/** Attempts per turn, one for each projection. */
const TRIES = 8;
const PAUSES = 2;

const leading = suite('leading over read-only rows');

leading('retries at intervals, and continues when they are writable', () => {
  let isFull = false;
  const tries: number[] = [];
  return inSetup(
    async ({ append, settled, lead }) => {
      lead({ pollMs: POLL_MS, onWait: () => void tries.push(performance.now()) });
      await append(paperStream('a'), added('a'));
      await settled();
      isFull = true;
      await append(paperStream('b'), added('b'));
      await until(() => tries.length >= TRIES);
      const [first = 0, last = 0] = [tries[0], tries[TRIES - 1]];
      ok(last - first >= PAUSES * POLL_MS, `tried at ${tries.join(', ')}`);
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
