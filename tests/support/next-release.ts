/** A later release of the program: a copy of this build in which some lines of some modules are others. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tests are run at the root; what is compiled of them lies elsewhere. */
const ROOT = process.cwd();

/** In a built module, by its path without `dist/`: what is there, and what the later release has in its place. */
export type Patch = { readonly file: string; readonly find: string; readonly put: string };

export type NextRelease = {
  /** What it is started with. */
  readonly main: string;
  /** A module of it, by the path of its source. */
  load<Module>(source: string): Promise<Module>;
  remove(): Promise<void>;
};

/** Lines added to the two tables of `domain/upcast.ts`, as JavaScript. */
export const reshaping = ({
  up = '',
  down = '',
}: {
  readonly up?: string;
  readonly down?: string;
}): readonly Patch[] => [
  { file: 'domain/upcast.js', find: 'const UP = {', put: `const UP = { ${up}` },
  { file: 'domain/upcast.js', find: 'const DOWN = {', put: `const DOWN = { ${down}` },
  // Whether the tables of this release have the function already or not.
  { file: 'domain/upcast.js', find: 'import', put: "import { shape as as } from './reshaping.js';\nimport" },
];

export const nextRelease = async (patches: readonly Patch[]): Promise<NextRelease> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-next-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await cp(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true });
    await cp(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    for (const { file, find, put } of patches) {
      const at = path.join(folder, 'dist', file);
      const source = await readFile(at, 'utf8');
      if (!source.includes(find)) throw new Error(`${file} does not hold ${find}`);
      await writeFile(
        at,
        source.replace(find, () => put),
      );
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    main: path.join(folder, 'dist/infra/main.js'),
    load: async <Module>(source: string) =>
      (await import(pathToFileURL(path.join(folder, 'dist', source.replace(/\.ts$/u, '.js'))).href)) as Module,
    remove,
  };
};
