/** Bundles the pages into `dist/web`: hashed files, a manifest that says which of them a page starts with, and the guides. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { generate, ROOT } from './generate.ts';
import { buildGuides } from './guides.ts';

const OUT = path.join(ROOT, 'dist/web');

const COMMON: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  metafile: true,
  outdir: OUT,
  target: ['chrome123', 'firefox121', 'safari17.5'],
  legalComments: 'none',
  logLevel: 'warning',
};

/** Which the pages of the contracts link to. */
const GUIDES = ['cms-developer', 'partner', 'dashboard', 'dashboard-api'];

/** What one entry became: the file itself, and what a browser must load with it at once. */
type Entry = { readonly file: string; readonly imports: readonly string[] };

const ENTRIES = {
  dashboard: 'api/web/dashboard/main.tsx',
  theme: 'api/web/look/theme-early.ts',
  style: 'api/web/look/index.css',
} as const;

const entriesOf = (outputs: NonNullable<Awaited<ReturnType<typeof build>>['metafile']>['outputs']): [string, Entry][] =>
  Object.entries(outputs).flatMap(([file, { entryPoint, imports }]) => {
    const name = Object.entries(ENTRIES).find(([, source]) => source === entryPoint)?.[0];
    if (name === undefined) return [];
    const eager = imports.filter(({ kind }) => kind === 'import-statement').map((each) => path.basename(each.path));
    return [[name, { file: path.basename(file), imports: eager }]];
  });

await generate();
await rm(OUT, { recursive: true, force: true });
const modules = await build({
  ...COMMON,
  entryPoints: [ENTRIES.dashboard],
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  sourcemap: 'linked',
});
const rest = await build({
  ...COMMON,
  entryPoints: [ENTRIES.theme, ENTRIES.style],
  format: 'iife',
  entryNames: '[name]-[hash]',
});
await buildGuides({ docs: path.join(ROOT, 'docs'), out: OUT, guides: GUIDES });
const entries = [...entriesOf(modules.metafile?.outputs ?? {}), ...entriesOf(rest.metafile?.outputs ?? {})];
await writeFile(path.join(OUT, 'manifest.json'), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
