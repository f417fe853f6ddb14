/** Temporary space for sorting. */
import { deepStrictEqual as equal, rejects, strictEqual as is } from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { spillIn } from '../../infra/spill.ts';
import { SpillFailed, type OpenSpill } from '../../workers/projector/ports.ts';
import { memorySpill } from '../support/memory-spill.ts';
import { suite } from '../support/suite.ts';

const spills = suite('temporary space');

const folder = await spills.holds(
  mkdtemp(path.join(tmpdir(), 'colophon-spill-')).then((name) => ({
    name,
    close: () => rm(name, { recursive: true }),
  })),
);

const adapters: readonly (readonly [string, OpenSpill])[] = [
  ['in a file', spillIn(folder.name)],
  ['in memory', memorySpill],
];

const all = async (lines: AsyncIterable<string>): Promise<readonly string[]> => {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
};

/** JSON without line breaks, now and then larger than what is buffered. */
const line = fc
  .tuple(fc.string({ unit: 'binary' }), fc.constantFrom(0, 0, 0, 300_000))
  .map(([text, padding]) => JSON.stringify(text + 'ä'.repeat(padding)));

for (const [name, open] of adapters)
  spills(`${name} has the lines of each part in the order in which they were added`, () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 5 })
          .chain((parts) =>
            fc.tuple(fc.constant(parts), fc.array(fc.tuple(fc.nat(parts - 1), line), { maxLength: 60 })),
          ),
        async ([parts, added]) => {
          const spill = await open(parts, 1_000);
          try {
            for (const [part, each] of added) await spill.add(part, each);
            for (let part = parts - 1; part >= 0; part -= 1)
              equal(
                await all(spill.read(part)),
                added.flatMap(([to, each]) => (to === part ? [each] : [])),
              );
          } finally {
            await spill.close();
          }
        },
      ),
      { numRuns: 50 },
    ),
  );

for (const [name, open] of adapters)
  spills(`${name} has no other parts`, async () => {
    const spill = await open(2, 1_000);
    await rejects(spill.add(2, 'x'), RangeError);
    await rejects(all(spill.read(2)), RangeError);
    await spill.close();
  });

spills('in a file has no name that could be left behind, or read by others', async () => {
  const spill = await spillIn(folder.name)(2, 1_000);
  await spill.add(0, 'x'.repeat(1_000_000));
  equal(await readdir(folder.name), []);
  await spill.close();
});

spills('is refused where there is no folder, no permission or too little space', async () => {
  await rejects(spillIn(path.join(folder.name, 'none'))(2, 1_000), SpillFailed);
  await rejects(spillIn('/proc/self')(2, 1_000), SpillFailed);
  await rejects(spillIn(folder.name)(2, Number.MAX_SAFE_INTEGER / 4), SpillFailed);
  is((await readdir(folder.name)).length, 0);
});
