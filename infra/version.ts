/** The release, from package.json, which is next to both the sources and the build, and the commit that it was built from. */
import { readFileSync } from 'node:fs';

const read = (path: string): string | null => {
  try {
    const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
      name?: string;
      version?: string;
    };
    return name === 'colophon' && version !== undefined ? version : null;
  } catch {
    return null;
  }
};

export const version: string = read('../package.json') ?? read('../../package.json') ?? '0.0.0';

/** Defined by the build (`build/program.ts`), outside a working copy as empty. */
declare const COLOPHON_COMMIT: string | undefined;

const commit = typeof COLOPHON_COMMIT === 'undefined' ? '' : COLOPHON_COMMIT;

/** The version, and the commit if it is known. */
export const release: string = commit === '' ? version : `${version} (${commit})`;
