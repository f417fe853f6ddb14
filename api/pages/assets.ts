/** The bundled pages, as the build left them in `dist/web`: read once a process, kept in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Asset = { readonly type: string; readonly content: Buffer };

export type WebAssets = {
  readonly files: ReadonlyMap<string, Asset>;
  /** Addresses of what the first page loads: its script, what that imports at once, the early script and the style. */
  readonly dashboard: string;
  readonly preloaded: readonly string[];
  /** Of each page in a workspace: its path below that (`:name` is a part of it, `*name` the rest), and what it loads besides. */
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

/** Beside the built program, or where the build puts it when this is run from its source. */
const folder = (): string => {
  const found = ['../web', '../../dist/web']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(path.join(place, MANIFEST)));
  if (found === undefined) throw new Error('the pages are not built: npm run build');
  return found;
};

/** Where the build left a file of this name. */
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
