/** The command line with the largest arguments that it takes, and with ten times as much, in a process of little memory. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ID, REQUEST, TEXT } from '../../../domain/limits.ts';
import { inventedOrcid } from '../../support/history/papers.ts';
import { colophon, type Ended } from '../../support/program.ts';
import { suite } from '../../support/suite.ts';

/** Of the heap, in MiB: a command that held many copies of what it is given would end for want of memory. */
const NODE = ['--max-old-space-size=64'];
const USAGE = 2;

const largest = suite('the command line', { timeoutMs: 240_000 });
let folder: string;

largest.before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-arguments-'));
});
largest.after(() => rm(folder, { recursive: true, force: true }));

const run = (args: readonly string[]): Promise<Ended> =>
  colophon({ DATA_DIR: folder, LOG_LEVEL: 'error' }, args, NODE).ended;

const orcids = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => inventedOrcid(n));
const email = (characters: number): string => `${'a'.repeat(characters - '@example.org'.length)}@example.org`;

/** What is taken with the largest. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'the id and name of a workspace': [
    'workspaces',
    'create',
    'w'.repeat(ID.given),
    '--name',
    'n'.repeat(TEXT.nameCharacters),
  ],
};

/** What is refused by name with ten times as much, and nothing of it is done. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'the id of a workspace': ['workspaces', 'create', 'w'.repeat(10 * ID.given)],
  'the name of a workspace': ['workspaces', 'create', 'named', '--name', 'n'.repeat(10 * TEXT.nameCharacters)],
  'the iDs to ingest': ['ingest', ...orcids(10 * REQUEST.listItems)],
  'an iD to ingest': ['ingest', '0'.repeat(10 * ID.orcid)],
  'a DOI to import': ['import', 'doi', `10.5555/${'x'.repeat(10 * ID.doi)}`],
  'the people of an import': ['import', 'doi', '10.5555/x', '--person', ...orcids(10 * REQUEST.listItems)],
  'an address to sign in': ['sessions', 'create', '--email', email(10 * TEXT.emailCharacters), '--role', 'member'],
  'an iD to erase': ['people', 'erase', '0'.repeat(10 * ID.orcid)],
  'an address to erase': ['users', 'erase', email(10 * TEXT.emailCharacters)],
};

for (const [what, args] of Object.entries(TAKEN))
  largest(`takes the largest of ${what}`, async () => {
    const { code, err } = await run(args);
    assert.equal(code, 0, err);
  });

for (const [what, args] of Object.entries(REFUSED))
  largest(`refuses ten times as much of ${what}, in few words`, async () => {
    const { code, out, err } = await run(args);
    assert.ok(code === 1 || code === USAGE, `it ended with ${code}: ${err.slice(0, 500)}`);
    assert.ok(err.length > 0 && err.length < 2_000, `${err.length} characters: ${err.slice(0, 300)}`);
    assert.doesNotMatch(err, /\n\s+at |heap/u);
    assert.equal(out, '');
  });
