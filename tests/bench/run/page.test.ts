/** The page of the benchmarks: how it shows a figure, and that a run keeps the figures that it has not measured. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { format } from 'oxfmt';
import { suite } from '../../support/suite.ts';
import { atLeast, atMost, ratioAtLeast, type Measurement } from '../report.ts';
import { machine } from './machine.ts';
import { pageOf, writePage, type Benches } from './page.ts';
import { keep, readSections, type Section } from './sections.ts';
import { inFolder } from '../../support/folder.ts';

const BENCHES: Benches = [
  ['log', { about: 'How the log is measured.', sizes: { of: 'events', each: [10, 1_000] } }],
  ['http', { about: 'How HTTP is measured.' }],
];
const THE_MACHINE = { ...machine(), processor: 'Some Processor' };

const section = (bench: string, size: number | null, ...measurements: readonly Measurement[]): Section => ({
  ...{ bench, size, measurements },
  measuredAt: '2026-11-21T12:00:00.000Z',
  machine: THE_MACHINE,
});

const appends = (value: number): Measurement => ({
  ...{ what: 'appends', value, unit: 'appends/s', baseline: { what: 'bare', value: 1_000 } },
  aim: ratioAtLeast(0.6),
});

const page = suite('the page of the benchmarks');

page('shows each figure beside its baseline, and whether it meets its aim', () => {
  const missed: Measurement = { what: 'start', value: 2.5, unit: 's', aim: atMost(2), note: 'median of 5' };
  const text = pageOf([section('http', null, appends(800), missed)], BENCHES);
  assert.match(text, /\| appends \| 800 \| appends\/s \| bare: 1,000 \| 0\.80 \| ≥ 0\.6 of the baseline \| yes \|/);
  assert.match(text, /\| start \| 2\.50 \| s \| {2}\| {2}\| ≤ 2 s \| \*\*no\*\* \| median of 5 \|/);
  assert.match(text, /Measured on 2026-11-21: \d+ × Some Processor/);
});

page('shows what could not be measured, and why', () => {
  const text = pageOf([section('http', null, { what: 'beside Fastify', skipped: 'it is not installed' })], BENCHES);
  assert.match(text, /beside Fastify .*not measured: it is not installed/);
});

page('shows how figures grow from size to size', () => {
  const text = pageOf([section('log', 1_000, appends(700)), section('log', 10, appends(900))], BENCHES);
  assert.match(text, /\| what \| unit \| 10 events \| 1,000 events \|\n.*\n\| appends \| appends\/s \| 900 \| 700 \|/);
});

page('keeps the figures that a run has not measured again', () =>
  inFolder(async (folder) => {
    for (const each of [section('log', 10, appends(900)), section('log', 1_000, appends(700)), section('http', null)])
      await keep(folder, each);
    await keep(folder, section('log', 10, appends(950)));
    const kept = await readSections(folder);
    const values = kept.flatMap(({ measurements }) => measurements.map((each) => 'value' in each && each.value));
    assert.deepEqual(values.sort(), [700, 950]);
    assert.equal(kept.length, 3);
  }),
);

page('is formatted like the project, and names no host', () =>
  inFolder(async (folder) => {
    await writePage(folder, [section('log', 10, appends(900))], BENCHES);
    const text = await readFile(path.join(folder, 'benchmarks.md'), 'utf8');
    assert.equal((await format('benchmarks.md', text, { printWidth: 120 })).code, text);
    assert.ok(!JSON.stringify(machine()).includes(hostname()));
  }),
);

page('refuses to judge an aim against a missing baseline', () => {
  const unfounded: Measurement = { what: 'appends', value: 1, unit: 'appends/s', aim: ratioAtLeast(0.6) };
  assert.throws(() => pageOf([section('http', null, unfounded)], BENCHES), /needs one/);
  assert.match(pageOf([section('http', null, { ...unfounded, aim: atLeast(2) })], BENCHES), /\*\*no\*\*/);
});
