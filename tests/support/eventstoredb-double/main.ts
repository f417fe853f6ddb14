/**
 * The double as a process of its own, which a test can kill and restart:
 * `node --import tsx tests/support/eventstoredb-double/main.ts [--port N] [--file F] [--unary]`.
 */
import { parseArgs } from 'node:util';
import { startDouble } from './double.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, file: { type: 'string' }, unary: { type: 'boolean', default: false } },
});
const double = await startDouble({
  batchAppend: !values.unary,
  ...(values.port === undefined ? {} : { port: Number(values.port) }),
  ...(values.file === undefined ? {} : { file: values.file }),
});
console.log(`EVENTSTORE_URL=${double.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void double.close());
