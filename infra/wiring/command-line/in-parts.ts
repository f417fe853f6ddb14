/** Prepares a release in several processes of this program, each filling one part. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Part } from '../../../workers/projector/part.ts';
import type { Replay } from '../../../workers/rebuild/prepare.ts';
import { together } from '../../../workers/together.ts';

export const reportToParent = (replay: Replay): void => {
  // The part continues even if the parent has exited.
  if (process.connected) process.send?.(replay, undefined, undefined, () => undefined);
};

const runPart = async ({ number, of }: Part, signal: AbortSignal, watch: (replay: Replay) => void): Promise<void> => {
  const [program = ''] = process.argv.slice(1);
  const child = fork(program, ['projections', 'prepare', '--part', `${number}/${of}`, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  child.on('message', (replay) => watch(replay as Replay));
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`the process for part ${number} of ${of} failed (${code ?? 'killed'})`);
};

/** Overall progress: that of the slowest part, once all have reported. */
const slowestOf = (of: number, watch: (replay: Replay) => void) => {
  const parts = new Map<string, Map<number, Replay>>();
  return (number: number, replay: Replay): void => {
    const own = parts.get(replay.projection) ?? new Map<number, Replay>();
    parts.set(replay.projection, own.set(number, replay));
    if (own.size < of) return;
    const all = [...own.values()];
    watch({
      projection: replay.projection,
      position: Math.min(...all.map(({ position }) => position)),
      events: Math.min(...all.map(({ events }) => events)),
      ms: Math.max(...all.map(({ ms }) => ms)),
    });
  };
};

/** Resolves when all parts have caught up. The first failure stops the others; a restart resumes each part. */
export const prepareInParts = async (
  of: number,
  signal: AbortSignal,
  watch: (replay: Replay) => void,
): Promise<void> => {
  const seen = slowestOf(of, watch);
  const parts = Array.from({ length: of }, (_, n) => n + 1);
  await together(
    signal,
    parts.map((number) => (ends) => runPart({ number, of }, ends, (replay) => seen(number, replay))),
  );
};
