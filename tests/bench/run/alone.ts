/** The process of one part: measures it and sends the figures to its parent. */
import { BENCHES } from '../benches.ts';
import type { Measurement } from '../report.ts';

// Nobody is left to receive the figures or to end what was started.
const orphaned = (): void => void process.kill(0, 'SIGKILL');
process.once('disconnect', orphaned);

const [name = '', size = '0'] = process.argv.slice(2);
const bench = await BENCHES[name]?.();
if (bench === undefined || process.send === undefined) throw new Error('benches are started by `npm run bench`');

let reported: Promise<unknown> = Promise.resolve();
const report = (measurement: Measurement): void => {
  const sent = new Promise((resolve) => process.send?.(measurement, resolve));
  reported = reported.then(() => sent);
};
await bench.measure(report, Number(size));
await reported;
process.off('disconnect', orphaned);
process.exit(0);
