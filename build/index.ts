/** Builds `dist`: the program and its pages. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { generate, ROOT } from './generate.ts';
import { buildProgram } from './program.ts';
import { buildPages } from './web.ts';

const OUT = path.join(ROOT, 'dist');

await generate();
await Promise.all([buildProgram(), buildPages()]);
// Earlier releases built other folders.
for (const name of await readdir(OUT))
  if (name !== 'infra' && name !== 'web') await rm(path.join(OUT, name), { recursive: true });
