/** The providers' recorded responses, replayed; they are beside the project where it is developed, not in a clone. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { ownPort } from './port.ts';

const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));
const REPLAY = `${SHARED}tools/replay-providers.mjs`;

/** Why tests on them are skipped; null if they are available. */
export const noRecordings = existsSync(REPLAY) ? null : 'the recorded provider responses are not here';

export type Replay = {
  readonly urls: {
    readonly orcid: string;
    readonly crossref: string;
    readonly datacite: string;
    readonly openalex: string;
  };
  stop(): Promise<void>;
};

/** `options` of the replay server, such as `--fail-rate 0.2`. */
export const replay = async (...options: readonly string[]): Promise<Replay> => {
  const port = await ownPort();
  const child: ChildProcess = fork(REPLAY, ['--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    execArgv: [],
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  const base = `http://127.0.0.1:${port}`;
  return {
    urls: {
      orcid: `${base}/orcid/v3.0`,
      crossref: `${base}/crossref`,
      datacite: `${base}/datacite`,
      openalex: `${base}/openalex`,
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
};

type RecordedWork = {
  readonly doi?: string | null;
  readonly authorships?: readonly { readonly author?: { readonly orcid?: string | null } }[];
};

export const recordedLines = (file: string): readonly unknown[] =>
  gunzipSync(readFileSync(`${SHARED}data/providers/${file}`))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** iDs with most recorded OpenAlex works, in descending order. */
export const prolific = (count: number): readonly string[] => {
  const works = new Map<string, number>();
  for (const { authorships = [] } of recordedLines('openalex/works.jsonl.gz') as readonly RecordedWork[])
    for (const orcid of new Set(authorships.flatMap(({ author }) => author?.orcid?.split('/').pop() ?? [])))
      works.set(orcid, (works.get(orcid) ?? 0) + 1);
  return [...works]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([orcid]) => orcid);
};

/** iDs with a recorded list of ORCID works. */
export const LISTED = [
  '0000-0003-1444-9135',
  '0000-0001-8607-8025',
  '0000-0002-9341-7985',
  '0000-0003-1620-1408',
] as const;
