/** The release, from package.json, which is next to both the sources and the build. */
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
