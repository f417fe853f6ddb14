/**
 * Bundles the program into `dist/infra`: its start loads 240 files in three threads where it loaded 2,700 modules, and takes 60 % of the
 * time. What a command does not need stays in files that it does not load.
 */
import { execFile } from 'node:child_process';
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './generate.ts';

const OUT = path.join(ROOT, 'dist/infra');

/** Files started by path. The output is flat, so each is next to the module that starts it, and their names must differ. */
const ENTRIES = [
  'infra/main.ts',
  'infra/wiring/threads/role.ts',
  'infra/wiring/threads/importer.ts',
  'infra/citations/formatter.ts',
  'infra/references/reference-reader.ts',
  'infra/sqlite/backup/copier.ts',
];

/** Packages that contain native code, read their own files, or are loaded by few installations. */
const EXTERNAL = ['citeproc', '@eventstore/db-client', 'libsql', 'mongodb', 'pino', 'swagger-ui-dist'];

/** Files that the program reads, beside the modules that do. */
const READ = ['infra/citations/styles', 'infra/citations/locales'];

/** Bundled CommonJS packages require built-in modules. */
const REQUIRE = `import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);`;

/** `COMMIT` where there is no working copy, as in a container's build; empty if neither is there. */
const commit = (): Promise<string> =>
  new Promise((resolve) => {
    const given = process.env['COMMIT'];
    if (given !== undefined && given !== '') resolve(given);
    else
      execFile('git', ['describe', '--always', '--dirty', '--exclude=*'], { cwd: ROOT }, (error, stdout) =>
        resolve(error === null ? stdout.trim() : ''),
      );
  });

/** Removes the files of the previous build only after all new ones are written: a program may be starting from them. */
export const buildProgram = async (): Promise<void> => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((file) => ({ in: file, out: path.parse(file).name })),
    outdir: OUT,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    external: EXTERNAL,
    format: 'esm',
    platform: 'node',
    define: { COLOPHON_COMMIT: JSON.stringify(await commit()) },
    // All `node` targets rewrite regular expressions with Unicode properties, which makes them slower.
    target: 'es2023',
    banner: { js: REQUIRE },
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  for (const folder of READ)
    await cp(path.join(ROOT, folder), path.join(OUT, path.basename(folder)), { recursive: true });
  const written = new Set([
    ...Object.keys(metafile.outputs).map((file) => path.relative(OUT, path.join(ROOT, file))),
    ...READ.map((folder) => path.basename(folder)),
  ]);
  for (const name of await readdir(OUT)) if (!written.has(name)) await rm(path.join(OUT, name), { recursive: true });
};
