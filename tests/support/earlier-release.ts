/** Data of an earlier release, unpacked: see `tests/fixtures/README.md`. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const FIXTURES = fileURLToPath(new URL('../fixtures/663189b/', import.meta.url));

/** A recorded response: of which surface, for whom, in which workspace, and what. */
export type Answer = {
  readonly as: 'staff' | 'nobody' | 'museum' | 'partner';
  readonly path: string;
  readonly workspace?: string;
  readonly status: number;
  readonly body: unknown;
};

export type Left = {
  /** A data folder. */
  readonly files: string;
  /** A backup of it. */
  readonly backup: string;
  /** Where nothing exists yet. */
  readonly elsewhere: string;
};

export type Known = {
  readonly keys: { readonly museum: string; readonly partner: string };
  /** iDs of people, and of one whose job was queued. */
  readonly ada: string;
  readonly ben: string;
  readonly queued: string;
  readonly answers: readonly Answer[];
};

const unpack = async (from: string, to: string): Promise<void> => {
  await mkdir(to);
  for (const name of await readdir(from))
    if (name.endsWith('.gz'))
      await writeFile(path.join(to, name.slice(0, -3)), gunzipSync(await readFile(path.join(from, name))));
    else await copyFile(path.join(from, name), path.join(to, name));
};

export const answersOf663189b = async (): Promise<Known> =>
  JSON.parse(gunzipSync(await readFile(path.join(FIXTURES, 'answers.json.gz'))).toString()) as Known;

export const with663189b = async (test: (left: Left) => Promise<void>): Promise<void> => {
  const root = await mkdtemp(path.join(tmpdir(), 'colophon-663189b-'));
  const left = {
    files: path.join(root, 'files'),
    backup: path.join(root, 'backup'),
    elsewhere: path.join(root, 'new'),
  };
  try {
    await unpack(path.join(FIXTURES, 'files'), left.files);
    await unpack(path.join(FIXTURES, 'backup'), left.backup);
    await mkdir(left.elsewhere);
    await test(left);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/** Whether everything recorded is still in the response; additions are permitted. */
export const missingFrom = (before: unknown, now: unknown, at = ''): readonly string[] => {
  if (typeof before !== 'object' || before === null)
    return Object.is(before, now) ? [] : [`${at}: ${JSON.stringify(before)} is ${JSON.stringify(now)?.slice(0, 200)}`];
  if (typeof now !== 'object' || now === null) return [`${at}: is ${JSON.stringify(now)}`];
  if (Array.isArray(before) && (!Array.isArray(now) || now.length !== before.length))
    return [`${at}: had ${before.length} items, has ${Array.isArray(now) ? now.length : 'none'}`];
  return Object.entries(before).flatMap(([name, value]) =>
    missingFrom(value, (now as Readonly<Record<string, unknown>>)[name], `${at}/${name}`),
  );
};
