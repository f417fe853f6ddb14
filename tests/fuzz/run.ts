/**
 * Sends a running Colophon everything that its contracts permit, and much that they do not: `npm run fuzz -- [REQUESTS] [NAME]`;
 * `npm run fuzz -- hostile [COUNT] [SEED]` mutates requests and provider responses.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { DOI, ORCID, ORCIDS_LISTED, PERSON_ID, PERSON_IDS_LISTED } from '../../api/http/identifiers.ts';
import { ID, TEXT } from '../../domain/limits.ts';
import { fuzzHostile } from './hostile/run.ts';
import { startSubject, type Subject } from './subject.ts';
import { SURFACES, type Surface } from './surfaces.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TOOL = fileURLToPath(new URL('../../node_modules/.cache/fuzz/bin/schemathesis', import.meta.url));
/** Of each surface, at least. */
const REQUESTS = 5_000;
/** Of each operation, at least. */
const EXAMPLES = 12;
const SEED = 20_261_121;
/** Surfaces, each in a process of its own. */
const AT_ONCE = 2;

/** Characters of the formats' texts, as the contracts state them. */
const LONGEST = {
  orcid: ORCID.maxLength,
  'orcid-list': ORCIDS_LISTED.maxLength,
  'person-id': PERSON_ID.maxLength,
  'person-id-list': PERSON_IDS_LISTED.maxLength,
  doi: DOI.maxLength,
  'partial-date': TEXT.dateCharacters,
  origin: ID.origin,
};

const [requests = String(REQUESTS), named] = process.argv.slice(2);

/** How many examples of each operation make this many requests of the surface. */
const examplesFor = async (address: string, { only, without }: Surface): Promise<number> => {
  const { paths } = (await (await fetch(address)).json()) as { readonly paths: Readonly<Record<string, object>> };
  const chosen = Object.entries(paths).filter(
    ([path]) =>
      (only === undefined || new RegExp(only, 'u').test(path)) &&
      (without === undefined || !new RegExp(without, 'u').test(path)),
  );
  const operations = chosen.reduce((sum, [, methods]) => sum + Object.keys(methods).length, 0);
  return Math.max(EXAMPLES, Math.ceil(Number(requests) / Math.max(1, operations)));
};

/** Resolves to its output, and whether it found nothing. */
const fuzz = async (subject: Subject, surface: Surface): Promise<{ readonly ok: boolean; readonly text: string }> => {
  const headers = Object.entries(await surface.headers(subject)).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const examples = await examplesFor(surface.contract(subject), surface);
  const args = [
    ...['--config-file', path.join(HERE, 'schemathesis.toml')],
    ...['run', surface.contract(subject), ...headers],
    ...['--checks', 'all', '--seed', String(SEED), '--continue-on-failure', '--max-examples', String(examples)],
    ...['--generation-database', 'none', '--no-color'],
    // The generator drops many ids in paths that no path can contain, which is not a finding.
    ...['--suppress-health-check', 'filter_too_much'],
    ...(surface.notChecked === undefined ? [] : ['--exclude-checks', surface.notChecked]),
    ...(surface.only === undefined ? [] : ['--include-path-regex', surface.only]),
    ...(surface.without === undefined ? [] : ['--exclude-path-regex', surface.without]),
  ];
  const child = spawn(TOOL, args, {
    // Its cache between runs is not part of the project.
    cwd: path.dirname(TOOL),
    env: {
      ...process.env,
      PYTHONPATH: HERE,
      SCHEMATHESIS_HOOKS: 'hooks',
      FUZZ_DOIS: '10.5555/cpot.2023.021,10.5555/cpot.2019.001',
      FUZZ_LONGEST: JSON.stringify(LONGEST),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => text.push(String(bytes)));
  const [code] = (await once(child, 'close')) as readonly unknown[];
  return { ok: code === 0, text: text.join('') };
};

if (requests === 'hostile') {
  const [, count = '20000', seed = '1'] = process.argv.slice(2);
  process.exit((await fuzzHostile({ count: Number(count), seed: Number(seed) })) ? 0 : 1);
}
if (!existsSync(TOOL)) throw new Error(`schemathesis is not installed at ${TOOL}: see "fuzz" in package.json`);
const subject = await startSubject();
let failed = 0;
try {
  const ask = async (surface: Surface): Promise<void> => {
    const began = performance.now();
    const { ok, text } = await fuzz(subject, surface);
    const cases = /(\d+) generated/u.exec(text)?.[1] ?? 'no';
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${surface.name} (${cases} cases, ${seconds} s)`);
    if (!ok) console.log(text);
    if (!ok) failed += 1;
  };
  const chosen = SURFACES.filter(({ name }) => named === undefined || name.includes(named));
  const together = new PQueue({ concurrency: AT_ONCE });
  await together.addAll(chosen.filter(({ isLast }) => isLast !== true).map((surface) => () => ask(surface)));
  for (const surface of chosen.filter(({ isLast }) => isLast === true)) await ask(surface);
  const faults = subject.log();
  if (faults !== '') console.log(`what the program logged:\n${faults}`);
  if (/answered 500/u.test(faults)) failed += 1;
} finally {
  await subject.stop();
}
if (failed > 0) process.exitCode = 1;
