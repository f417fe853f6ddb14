/** The bundled pages in `dist/web`: read once per process and kept in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Asset = { readonly type: string; readonly content: Buffer };

export type WebAssets = {
  readonly files: ReadonlyMap<string, Asset>;
  /** The URLs that the first page loads: its script and that script's static imports, the early script and the stylesheet. */
  readonly dashboard: string;
  readonly preloaded: readonly string[];
  /** Each page of a workspace: its path (`:name` matches a segment, `*name` the rest) and the further files it loads. */
  readonly pages: readonly { readonly path: string; readonly files: readonly string[] }[];
  readonly theme: string;
  readonly style: string;
};

type Manifest = Readonly<Record<'dashboard' | 'theme' | 'style', { file: string; imports: readonly string[] }>> &
  Pick<WebAssets, 'pages'>;

export const ASSETS_PATH = '/assets';
const MANIFEST = 'manifest.json';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
};

/** Next to the built program, or in the build's output folder when run from source. */
const folder = (): string => {
  const found = ['../web', '../../dist/web']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(path.join(place, MANIFEST)));
  if (found === undefined) throw new Error('the pages are not built: npm run build');
  return found;
};

/** The path of a built file with this name. */
export const builtFile = (name: string): string => path.join(folder(), name);

const read = (): WebAssets => {
  const from = folder();
  const manifest = JSON.parse(readFileSync(path.join(from, MANIFEST), 'utf8')) as Manifest;
  const files = readdirSync(from).flatMap((name): [string, Asset][] => {
    const type = TYPES[path.extname(name)];
    return type === undefined ? [] : [[name, { type, content: readFileSync(path.join(from, name)) }]];
  });
  const at = (name: string): string => `${ASSETS_PATH}/${name}`;
  return {
    files: new Map(files),
    dashboard: at(manifest.dashboard.file),
    preloaded: manifest.dashboard.imports.map(at),
    pages: manifest.pages.map((page) => ({ path: page.path, files: page.files.map(at) })),
    theme: at(manifest.theme.file),
    style: at(manifest.style.file),
  };
};

let kept: WebAssets | null = null;

/** Throws if nothing was built. */
export const webAssets = (): WebAssets => (kept ??= read());
