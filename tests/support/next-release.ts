/** A later release of the program: a copy of this one in which some lines of some modules are replaced. */
import { access, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { compile, PROGRAM } from './compiling.ts';

/** In a source: the original text, and its replacement in the later release. */
export type Patch = { readonly file: string; readonly find: string; readonly put: string };

export type NextRelease = {
  /** The command to start it. */
  readonly main: string;
  /** The path of one of its modules, by the path of its source. */
  load<Module>(source: string): Promise<Module>;
  remove(): Promise<void>;
};

/** Lines added to the two tables of `domain/upcast.ts`. */
export const reshaping = ({
  up = '',
  down = '',
}: {
  readonly up?: string;
  readonly down?: string;
}): readonly Patch[] => [
  { file: 'domain/upcast.ts', find: "const UP: Reshapings['up'] = {", put: `const UP = { ${up}` },
  { file: 'domain/upcast.ts', find: "const DOWN: Reshapings['down'] = {", put: `const DOWN = { ${down}` },
  // Whether the tables of this release already import the function or not.
  { file: 'domain/upcast.ts', find: '\nimport ', put: "\nimport { shape as as } from './reshaping.ts';\nimport " },
];

/** Fails if a source does not contain the text that a patch replaces. */
const patched = (patches: readonly Patch[]): Plugin => ({
  name: 'patches',
  setup: (build) =>
    build.onLoad({ filter: /\.ts$/ }, async ({ path: source }) => {
      const file = path.relative(process.cwd(), source);
      const own = patches.filter((patch) => patch.file === file);
      if (own.length === 0) return null;
      let contents = await readFile(source, 'utf8');
      for (const { find, put } of own) {
        if (!contents.includes(find)) return { errors: [{ text: `${file} does not hold ${find}` }] };
        contents = contents.replace(find, () => put);
      }
      return { contents, loader: 'ts' };
    }),
});

export const nextRelease = async (patches: readonly Patch[]): Promise<NextRelease> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-next-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    // A patch of a missing source would be ignored.
    for (const { file } of patches) await access(file);
    await compile(PROGRAM, folder, [patched(patches)]);
    // The pages, the version and the packages are the same.
    for (const name of ['dist', 'package.json', 'node_modules'])
      await symlink(path.join(process.cwd(), name), path.join(folder, name));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    main: path.join(folder, 'infra/main.js'),
    load: async <Module>(source: string) =>
      (await import(pathToFileURL(path.join(folder, source.replace(/\.ts$/u, '.js'))).href)) as Module,
    remove,
  };
};
