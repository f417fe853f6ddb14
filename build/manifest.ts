/** The manifest: the files to load for the application, for each of its pages, and for the common style and early script. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { WebAssets } from '../api/pages/assets.ts';
import { ROOT } from './generate.ts';

export const DASHBOARD = 'api/web/dashboard';

export const ENTRIES = {
  dashboard: `${DASHBOARD}/main.tsx`,
  theme: 'api/web/look/theme-early.ts',
  style: 'api/web/look/index.css',
} as const;

type Outputs = Metafile['outputs'];

/** The output of a source file, followed by its static imports. */
const filesOf = (outputs: Outputs, source: string): readonly string[] => {
  const file = Object.keys(outputs).find((each) => outputs[each]?.entryPoint === source);
  if (file === undefined) throw new Error(`nothing was built from ${source}`);
  const files = new Set([file]);
  for (const each of files)
    for (const { kind, path: imported } of outputs[each]?.imports ?? [])
      if (kind === 'import-statement') files.add(imported);
  return [...files].map((each) => path.basename(each));
};

/** An address and its page, as `page-modules.ts` pairs them. */
const PAGE = /'([^']*)': \(\) => import\('\.\/([^']+)'\)/gu;

/** The files that each page needs beyond the application's, so a browser can load both in parallel. */
const pagesOf = async (outputs: Outputs): Promise<WebAssets['pages']> => {
  const text = await readFile(path.join(ROOT, DASHBOARD, 'page-modules.ts'), 'utf8');
  const application = filesOf(outputs, ENTRIES.dashboard);
  const pages = [...text.matchAll(PAGE)].map(([, at = '', source = '']) => ({
    path: at,
    files: filesOf(outputs, `${DASHBOARD}/${source}`).filter((file) => !application.includes(file)),
  }));
  if (pages.length === 0 || pages.length !== text.split('import(').length - 1)
    throw new Error('page-modules.ts has an entry of an unexpected form');
  return pages;
};

export const manifestOf = async (outputs: Outputs): Promise<unknown> => {
  const entries = Object.entries(ENTRIES).map(([name, source]) => {
    const [file, ...imports] = filesOf(outputs, source);
    return [name, { file, imports }] as const;
  });
  return { ...Object.fromEntries(entries), pages: await pagesOf(outputs) };
};
