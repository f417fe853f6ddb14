/** Whether a Docker engine is running, so that a test may start the real server in a container. */
import { execFile } from 'node:child_process';

const ANSWER_WITHIN_MS = 3_000;

const ask = (): Promise<boolean> =>
  new Promise((resolve) => {
    execFile('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: ANSWER_WITHIN_MS }, (error, stdout) =>
      resolve(error === null && stdout.trim() !== ''),
    );
  });

let answer: Promise<boolean> | undefined;

/** Checked once per process: an engine does not appear while the tests run. */
export const dockerAnswers = (): Promise<boolean> => (answer ??= ask());

/** The reason printed for skipped tests. */
export const NO_DOCKER = 'no Docker engine answers';
