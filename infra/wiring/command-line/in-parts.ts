/** Several processes of this program, each at one part of preparing a release. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Part } from '../../../workers/projector/index.ts';
import type { Replay } from '../../../workers/rebuild/replay.ts';
import { together } from '../../../workers/together.ts';

/** What a process with a part sends to the one that has started it. */
export const tellParent = (replay: Replay): void => {
  // Who has started it may have gone: the part is made all the same.
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
  if (code !== 0) throw new Error(`the process with part ${number} of ${of} has ended (${code ?? 'killed'})`);
};

/** The least that any part has come to, and what all have gone through. */
const leastOf = (of: number, watch: (replay: Replay) => void) => {
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

/** Resolves when all parts have caught up. The first that fails ends the others; begun again, each goes on where it was. */
export const prepareInParts = async (
  of: number,
  signal: AbortSignal,
  watch: (replay: Replay) => void,
): Promise<void> => {
  const seen = leastOf(of, watch);
  const parts = Array.from({ length: of }, (_, n) => n + 1);
  await together(
    signal,
    parts.map((number) => (ends) => runPart({ number, of }, ends, (replay) => seen(number, replay))),
  );
};
