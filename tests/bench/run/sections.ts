/** The figures behind the page, section by section: a run replaces those that it has measured and keeps the others. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import type { Measurement } from '../report.ts';
import type { Machine } from './machine.ts';

export type Section = {
  readonly bench: string;
  /** Null for a bench that is measured once. */
  readonly size: number | null;
  /** ISO 8601, UTC. */
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly measurements: readonly Measurement[];
};

const FILE = 'benchmarks.json';

/** Formatted like the project, and written atomically. */
export const writeFormatted = async (file: string, text: string): Promise<void> => {
  const { code } = await format(file, text, { printWidth: 120 });
  await writeFile(`${file}.unfinished`, code);
  await rename(`${file}.unfinished`, file);
};

export const readSections = async (folder: string): Promise<readonly Section[]> => {
  try {
    return JSON.parse(await readFile(path.join(folder, FILE), 'utf8')) as Section[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

const isSame = (one: Section, other: Section): boolean => one.bench === other.bench && one.size === other.size;

export const keep = async (folder: string, section: Section): Promise<void> => {
  const others = (await readSections(folder)).filter((each) => !isSame(each, section));
  await writeFormatted(path.join(folder, FILE), JSON.stringify([...others, section]));
};
