/** Commands about missing things neither create them nor report success. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { operationsIn, cli } from '../../support/command-line.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const EVENT = '3f2b8c1e-8f0d-4a53-9c41-2f5d0f4b7a10';
const ORCID = '0000-0002-1825-0097';

const looking = suite('a command that reads existing data', { onFilesAlone: 'a server creates no folder' });

const ALL: readonly (readonly string[])[] = [
  ['status'],
  ['undo', EVENT],
  ['undo', '--cause', EVENT],
  ['people', 'erase', ORCID],
  ['users', 'erase', 'ada@example.org'],
  ['backup', '/nowhere/backup'],
  ['sessions', 'create', '--email', 'ada@example.org', '--role', 'superadmin'],
  ['migrate', '--from', 'embedded', '--to', 'esdb://127.0.0.1:9'],
  ['projections', 'list'],
  ['projections', 'rebuild', '--all'],
  ['projections', 'verify', 'projects'],
  ['projections', 'prepare'],
  ['projections', 'drop-old'],
  ['projections', 'skip-poison', 'projects', EVENT],
  ['projections', 'adopt-log'],
  ['projections', 'pause', 'projects'],
  ['projections', 'resume', 'projects'],
];

looking('creates neither a missing folder nor stores in an empty one, and names the folder', () =>
  inFolder(async (folder) => {
    const [missing, empty] = [path.join(folder, 'missing'), path.join(folder, 'empty')];
    await mkdir(empty);
    for (const dataDir of [missing, empty])
      for (const args of ALL) {
        const { code, out, complaints } = await cli(args, operationsIn({ DATA_DIR: dataDir }));
        assert.deepEqual([code, out], [1, ''], args.join(' '));
        assert.match(complaints.join('\n'), new RegExp(`${dataDir} (?:does not exist|holds none|has no)`, 'u'));
        assert.deepEqual(await readdir(folder, { recursive: true }), ['empty'], args.join(' '));
      }
  }),
);

looking('creates neither a log nor state beside the remaining stores, and names the missing file', () =>
  inFolder(async (folder) => {
    await operationsIn({ DATA_DIR: folder }).createWorkspace('org', undefined);
    for (const name of ['state.db', 'events.db']) {
      await rm(path.join(folder, name));
      const left = await readdir(folder);
      for (const args of ALL) {
        const { code, complaints } = await cli(args, operationsIn({ DATA_DIR: folder }));
        assert.equal(code, 1, args.join(' '));
        assert.match(complaints.join('\n'), new RegExp(`${folder} has no .*${name}`, 'u'), args.join(' '));
        assert.deepEqual(await readdir(folder), left, args.join(' '));
      }
    }
  }),
);

const unknown = suite('an iD, event or cause that does not exist', {
  onFilesAlone: 'the command is run on the files of an installation',
});

unknown('is an error that names it', () =>
  inFolder(async (folder) => {
    const operations = operationsIn({ DATA_DIR: folder });
    await operations.createWorkspace('org', undefined);
    const commands: readonly (readonly [args: readonly string[], complaint: string])[] = [
      [['people', 'erase', ORCID], `no data about ${ORCID} in any workspace`],
      [['people', 'erase', ORCID, '--workspace', 'org'], `no data about ${ORCID} in workspace org`],
      [['users', 'erase', 'ada@example.org'], 'no user has the address ada@example.org'],
      [['undo', EVENT], `no such event: ${EVENT}`],
      [['undo', '--cause', EVENT], `no event on the timeline has the cause ${EVENT}`],
      [['projections', 'skip-poison', 'projects', EVENT], `no event of the log has the id ${EVENT}`],
    ];
    for (const [args, complaint] of commands)
      assert.deepEqual(await cli(args, operations), { code: 1, out: '', complaints: [`colophon: ${complaint}`] });
  }),
);
