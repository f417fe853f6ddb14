/**
 * The sources and the tests as JavaScript, beside symbolic links to everything else in the project, in a cache folder.
 * A process that runs them starts in half the time of one that transpiles its imports, and the tests start hundreds.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Tests are run in the root folder; their compiled files are elsewhere. */
const ROOT = process.cwd();
export const PROGRAM = ['api', 'commands', 'domain', 'formats', 'infra', 'projections', 'workers'];
const CODE = [...PROGRAM, 'build', 'tests'];
const NOT_MIRRORED = new Set([...CODE, 'node_modules', '.git']);
const isCode = (name: string): boolean => /\.tsx?$/u.test(name) && !name.endsWith('.d.ts');

const modulesStayApart: Plugin = {
  name: 'modules stay apart, and are imported by the name that they have as JavaScript',
  setup: (build) =>
    build.onResolve({ filter: /^\.{1,2}\/.*\.tsx?$/ }, ({ kind, path: source }) =>
      kind === 'entry-point' ? null : { path: source.replace(/\.tsx?$/u, '.js'), external: true },
    ),
};

/** Modules are compiled, and other files become symbolic links. `plugins` may change a source before. */
export const compile = async (
  folders: readonly string[],
  out: string,
  plugins: readonly Plugin[] = [],
): Promise<void> => {
  const files = folders
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
    )
    .filter((file) => !file.includes('node_modules'));
  await build({
    absWorkingDir: ROOT,
    entryPoints: files.filter(isCode),
    outdir: out,
    outbase: ROOT,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2023',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [modulesStayApart, ...plugins],
  });
  for (const file of files.filter((each) => !isCode(each))) {
    mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
    symlinkSync(path.join(ROOT, file), path.join(out, file));
  }
};

export type Compiled = { readonly root: string; readonly remove: () => Promise<void> };

/** Each run has its own, so that two may run at once. */
export const compileForTests = async (): Promise<Compiled> => {
  const cache = path.join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'tests-'));
  // Tests that root runs start programs as another user.
  chmodSync(folder, 0o755);
  const out = path.join(folder, 'colophon');
  mkdirSync(out);
  // Recorded provider responses are beside the project.
  symlinkSync(path.join(ROOT, '../shared'), path.join(folder, 'shared'));
  for (const name of readdirSync(ROOT))
    if (!NOT_MIRRORED.has(name)) symlinkSync(path.join(ROOT, name), path.join(out, name));
  await compile(CODE, out);
  return { root: out, remove: () => rm(folder, { recursive: true, force: true }) };
};
