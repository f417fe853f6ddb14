/** A signal while the program waits for a server that accepts connections and never responds. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { operationsIn } from '../../support/command-line.ts';
import { closing } from '../../support/closing.ts';
import { colophon, endsAs } from '../../support/program.ts';
import { suite } from '../../support/suite.ts';
import { inFolder } from '../../support/folder.ts';

const CHANGED_NOTHING = /^colophon: interrupted: nothing was changed; run it again\n$/u;
const KEPT = /^colophon: interrupted: events already moved are kept; run the command again to continue\n$/u;

/** Its input is read, so that the connection ends with the program. */
const taken = (socket: Socket): void => void socket.resume().on('error', () => undefined);

const waiting = suite('work that waits for a server that never responds', {
  onFilesAlone: 'the test makes the servers',
});

const cases: readonly (readonly [server: 'EVENTSTORE_URL' | 'MONGODB_URL', args: readonly string[], text: RegExp])[] = [
  ['EVENTSTORE_URL', ['status'], CHANGED_NOTHING],
  ['EVENTSTORE_URL', ['users', 'erase', 'jo@example.org', '--yes'], CHANGED_NOTHING],
  ['EVENTSTORE_URL', ['migrate', '--from', 'embedded'], KEPT],
  ['MONGODB_URL', ['workspaces', 'create', 'library'], CHANGED_NOTHING],
  ['MONGODB_URL', ['restore', 'BACKUP', '--force'], CHANGED_NOTHING],
  ['MONGODB_URL', ['demo'], CHANGED_NOTHING],
];

for (const [variable, args, message] of cases)
  waiting(`ends at once when it is interrupted: ${args[0]} with ${variable}`, () =>
    inFolder(async (folder) => {
      const [DATA_DIR, backup] = [path.join(folder, 'data'), path.join(folder, 'backup')];
      const embedded = operationsIn({ DATA_DIR });
      await embedded.createWorkspace('org', undefined);
      await embedded.backup(backup, () => undefined);
      await using server = closing(createServer(taken).listen(0, '127.0.0.1'));
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const url = variable === 'MONGODB_URL' ? `mongodb://127.0.0.1:${port}` : `esdb://127.0.0.1:${port}?tls=false`;
      const given = args.map((arg) => (arg === 'BACKUP' ? backup : arg));
      await using program = closing(colophon({ DATA_DIR, [variable]: url }, given));
      await once(server, 'connection');
      endsAs(await program.stop('SIGTERM'), { code: 143, err: message });
    }),
  );
