/** Whether a Docker engine answers, so that a test may start the real server in a container. */
import { execFile } from 'node:child_process';

const ANSWER_WITHIN_MS = 3_000;

const ask = (): Promise<boolean> =>
  new Promise((resolve) => {
    execFile('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: ANSWER_WITHIN_MS }, (error, stdout) =>
      resolve(error === null && stdout.trim() !== ''),
    );
  });

let answer: Promise<boolean> | undefined;

/** Asked once a process: an engine that is not there does not come while the tests run. */
export const dockerAnswers = (): Promise<boolean> => (answer ??= ask());

/** The reason that skipped tests print. */
export const NO_DOCKER = 'no Docker engine answers';
