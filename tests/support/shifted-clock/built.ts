/** The same clock for the program as it was built: its threads do not read TypeScript. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { shiftedClock, type ShiftedClock } from './index.ts';

export const builtShiftedClock = (folder: string): ShiftedClock => {
  const source = readFileSync(new URL('preload.ts', import.meta.url), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const preload = path.join(folder, 'clock-preload.mjs');
  writeFileSync(preload, ts.transpileModule(source, { compilerOptions }).outputText);
  return { ...shiftedClock(folder), execArgv: ['--import', preload] };
};
