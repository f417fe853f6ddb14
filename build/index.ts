/** Builds `dist`: the program and its pages. */
import { generate } from './generate.ts';
import { buildProgram } from './program.ts';
import { buildPages } from './web.ts';

await generate();
await Promise.all([buildProgram(), buildPages()]);
