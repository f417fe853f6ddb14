/**
 * Bundles the program into `dist/infra`: what takes 1,200 files as modules of their own takes a few dozen, and starts in 60 % of
 * the time. What a command does not need stays in files that it does not load.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './generate.ts';

const OUT = path.join(ROOT, 'dist/infra');

/** Started by path. The output is flat, so that each is beside whatever starts it, and their names differ. */
const ENTRIES = [
  'infra/main.ts',
  'infra/wiring/threads/role.ts',
  'infra/wiring/threads/importer.ts',
  'infra/citations/formatter.ts',
  'infra/sqlite/backup/copier.ts',
];

/** Stay packages: they hold native code, read files beside themselves, or are loaded by few installations. */
const EXTERNAL = ['@citation-js/*', '@eventstore/db-client', 'libsql', 'mongodb', 'pino', 'swagger-ui-dist'];

/** Bundled CommonJS packages require built-in modules. */
const REQUIRE = `import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);`;

export const buildProgram = async (): Promise<void> => {
  await rm(OUT, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((file) => ({ in: file, out: path.parse(file).name })),
    outdir: OUT,
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    external: EXTERNAL,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: REQUIRE },
    sourcemap: 'linked',
    logLevel: 'warning',
  });
};
