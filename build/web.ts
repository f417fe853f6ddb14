/** Bundles the pages into `dist/web`: files with hashed names, a manifest of the files each page loads, and the guides. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { GUIDES } from '../api/openapi/audiences.ts';
import { ROOT } from './generate.ts';
import { buildGuides } from './guides.ts';
import { DASHBOARD, ENTRIES, manifestOf } from './manifest.ts';

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

export const buildPages = async (): Promise<void> => {
  await rm(OUT, { recursive: true, force: true });
  const modules = await build({
    ...COMMON,
    entryPoints: [ENTRIES.dashboard],
    // With the shared modules in every page, esbuild creates one shared chunk instead of one per set of pages.
    inject: [`${DASHBOARD}/shared.ts`],
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
  await buildGuides({ docs: path.join(ROOT, 'docs'), out: OUT, guides: Object.keys(GUIDES) });
  const manifest = await manifestOf({ ...modules.metafile?.outputs, ...rest.metafile?.outputs });
  await writeFile(path.join(OUT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};
