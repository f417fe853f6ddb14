/** Packages installed separately from the project's, by `tests/bench/peers/install`. */
import { createRequire } from 'node:module';

const load = createRequire(new URL('../../../node_modules/.cache/bench-peers/package.json', import.meta.url));

export const NOT_INSTALLED = 'tests/bench/peers/install has not been run';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';

/** Null if it is not installed. */
export const loadPeer = <T>(name: string): T | null => {
  try {
    return load(name) as T;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

const { dependencies } = createRequire(import.meta.url)('./package.json') as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The pinned version. */
export const versionOf = (name: string): string => dependencies[name] ?? '';
