/** A dashboard in a process of its own, which is killed and restarted at the same address. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { grantSession } from '../../../commands/identity/grant-session.ts';
import { fillPlace } from '../../support/ingested.ts';
import { openInstallation } from '../../support/installation.ts';
import { ownPort } from '../../support/port.ts';
import { script } from '../../support/script.ts';
import { inPlace, type Place } from '../../support/stores.ts';

const SERVER = script('../../api/dashboard/killed/server', import.meta.url);

export type Mortal = {
  readonly url: string;
  /** Of a member's session. */
  readonly token: string;
  readonly kill: () => Promise<void>;
  readonly restart: () => Promise<void>;
};

const fill = async (place: Place): Promise<string> => {
  await fillPlace(place);
  const installation = await openInstallation({ place });
  const { token } = await grantSession(installation, { email: 'jo@example.org', role: 'member', workspace: 'org' });
  await installation.settled();
  await installation.stop();
  return token;
};

/** Over the sample's publications; stopped when the test has ended. */
export const withMortal = (test: (server: Mortal) => Promise<void>): Promise<void> =>
  inPlace(
    async (place) => {
      const token = await fill(place);
      const env = { PATH: process.env['PATH'], PORT: String(await ownPort()), ...place.env };
      let child: ChildProcess | null = null;
      const start = async (): Promise<string> => {
        const started = fork(SERVER.file, { execArgv: [...SERVER.execArgv], env });
        child = started;
        const ended = once(started, 'exit').then(([code]) => {
          throw new Error(`the server ended before it listened (${String(code)})`);
        });
        return String((await Promise.race([once(started, 'message'), ended]))[0]);
      };
      const kill = async (): Promise<void> => {
        if (child === null || child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      };
      const url = await start();
      const restart = async (): Promise<void> => void (await start());
      try {
        await test({ url, token, kill, restart });
      } finally {
        await kill();
      }
    },
    { forPrograms: true },
  );
