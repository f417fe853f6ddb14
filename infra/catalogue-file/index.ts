/** The file of all public publications, beside its manifest in a folder: written when it is first asked for, and then once a day. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { CatalogueFile, CatalogueFiles, CatalogueManifest } from '../../api/public/ports.ts';
import type { Clock, Log } from '../../commands/ports.ts';
import { Unavailable } from '../../domain/errors.ts';
import { CATALOGUE } from '../../domain/limits.ts';

type Part = { readonly text: string; readonly count: number };

type Options = {
  readonly folder: string;
  readonly license: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly lines: (signal: AbortSignal) => AsyncIterable<Part>;
  /** How far the rows have come. Throws `Unavailable`. */
  readonly position: () => Promise<number>;
};

const MANIFEST = 'manifest.json';
const SUFFIX = '.ndjson.gz';

export const openCatalogueFiles = (options: Options): CatalogueFiles & { close(): Promise<void> } => {
  const { folder, license, log, clock, lines, position } = options;
  const closing = new AbortController();
  const fileOf = ({ sha256 }: CatalogueManifest): string => path.join(folder, `${sha256}${SUFFIX}`);
  let latest: CatalogueManifest | null = null;
  let writing: Promise<CatalogueManifest> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<CatalogueManifest> => {
    await mkdir(folder, { recursive: true });
    const begun = path.join(folder, `${process.pid}-${clock.now()}.part`);
    const reached = await position();
    const hash = createHash('sha256');
    let count = 0;
    let size = 0;
    const text = async function* (): AsyncIterable<string> {
      for await (const part of lines(closing.signal)) {
        count += part.count;
        yield part.text;
      }
    };
    const measured = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(Readable.from(text()), createGzip(), measured, createWriteStream(begun), {
        signal: closing.signal,
      });
      const digest = hash.digest('hex');
      const made = { count, size, sha256: digest, license, position: reached, writtenAt: clock.now() };
      await rename(begun, fileOf(made));
      await writeFile(`${begun}.json`, JSON.stringify(made));
      await rename(`${begun}.json`, path.join(folder, MANIFEST));
      return made;
    } finally {
      await rm(begun, { force: true });
    }
  };

  /** Deletes files that no manifest names; a download in progress keeps its open file. */
  const removeOthers = async (kept: readonly (CatalogueManifest | null)[]): Promise<void> => {
    const names = new Set(kept.flatMap((each) => (each === null ? [] : [path.basename(fileOf(each))])));
    for (const name of await readdir(folder))
      if (name.endsWith(SUFFIX) && !names.has(name)) await rm(path.join(folder, name), { force: true });
  };

  /** What this or another process wrote; null if there is nothing, or it has another licence, or is of a log that was replaced since. */
  const found = async (): Promise<CatalogueManifest | null> => {
    try {
      const kept = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as CatalogueManifest;
      const isOfThisLog = kept.position <= (await position());
      return isOfThisLog && kept.license === license && (await stat(fileOf(kept))).size === kept.size ? kept : null;
    } catch {
      return null;
    }
  };

  const age = ({ writtenAt }: CatalogueManifest): number => clock.now() - writtenAt;

  const renewLater = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void renewed().catch(() => undefined), ms);
    timer.unref();
  };

  const renew = async (): Promise<CatalogueManifest> => {
    try {
      const before = latest;
      const kept = await found();
      latest = kept !== null && age(kept) < CATALOGUE.ageMs ? kept : await write();
      await removeOthers([before, latest]);
      renewLater(Math.max(0, CATALOGUE.ageMs - age(latest)));
      return latest;
    } catch (err) {
      if (!closing.signal.aborted) log.warn({ err }, 'the file of all publications cannot be written');
      if (latest !== null) renewLater(CATALOGUE.retryMs);
      throw err;
    } finally {
      writing = null;
    }
  };

  const renewed = (): Promise<CatalogueManifest> => (writing ??= renew());

  const first = async (): Promise<CatalogueManifest> => {
    const failed = (why: string): Unavailable =>
      new Unavailable('catalogue', why, { inWords: 'the file of all publications is being written' });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, CATALOGUE.waitMs, null)));
    try {
      const made = await Promise.race([renewed(), late]);
      if (made === null) throw failed('it takes longer than a request may');
      return made;
    } catch (error) {
      throw error instanceof Unavailable ? error : failed(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    latest: async (): Promise<CatalogueFile> => {
      const manifest = latest ?? (await first());
      const file = fileOf(manifest);
      return { manifest, open: (start, end, signal) => createReadStream(file, { start, end, signal }) };
    },
    close: async () => {
      clearTimeout(timer);
      closing.abort();
      await writing?.catch(() => undefined);
    },
  };
};
