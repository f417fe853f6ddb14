/** The code of an error, such as `ENOENT` or `SQLITE_BUSY`; empty for whatever has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
