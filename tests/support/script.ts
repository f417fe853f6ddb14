/** Scripts beside a test, run as processes of their own: compiled like the tests, or through tsx if the importer is a source. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Script = { readonly file: string; readonly execArgv: readonly string[] };

/** `name` without its extension, relative to `module`, which is the importer's `import.meta.url`. */
export const script = (name: string, module: string): Script => {
  const extension = path.extname(new URL(module).pathname);
  return {
    file: fileURLToPath(new URL(`${name}${extension}`, module)),
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : ['--enable-source-maps'],
  };
};
