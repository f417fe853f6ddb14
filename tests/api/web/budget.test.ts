/** The size of what a browser loads before the first page, as `npm run build` produces it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { suite } from '../../support/suite.ts';

const KIB = 1024;
const SCRIPT_BYTES = 60 * KIB;
const STYLE_BYTES = 15 * KIB;
/** A page that is loaded when it is visited. */
const PART_BYTES = 60 * KIB;

const FOLDER = 'dist/web';
const budget = suite('the first page');

type Entry = { readonly file: string; readonly imports: readonly string[] };

const manifest = JSON.parse(readFileSync(`${FOLDER}/manifest.json`, 'utf8')) as Readonly<Record<string, Entry>>;
const zipped = (name: string): number => gzipSync(readFileSync(`${FOLDER}/${name}`)).length;
const filesOf = (entry: string): readonly string[] => {
  const { file = '', imports = [] } = manifest[entry] ?? {};
  return [file, ...imports];
};

budget(`loads at most ${SCRIPT_BYTES / KIB} KiB of scripts and ${STYLE_BYTES / KIB} KiB of style, gzipped`, () => {
  const scripts = [...filesOf('dashboard'), ...filesOf('theme')];
  const bytes = scripts.reduce((sum, name) => sum + zipped(name), 0);
  assert.ok(bytes > 0 && bytes <= SCRIPT_BYTES, `${bytes} bytes of scripts: ${scripts.join(', ')}`);
  const style = filesOf('style').reduce((sum, name) => sum + zipped(name), 0);
  assert.ok(style > 0 && style <= STYLE_BYTES, `${style} bytes of style`);
});

budget('leaves every other page to be loaded when it is visited, each within the same limit', () => {
  const first = filesOf('dashboard');
  const parts = readdirSync(FOLDER).filter((name) => name.endsWith('.js') && !first.includes(name));
  assert.ok(parts.length > 2);
  for (const name of parts) assert.ok(zipped(name) <= PART_BYTES, `${name}: ${zipped(name)} bytes`);
});
