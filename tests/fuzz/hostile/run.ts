/**
 * Hostile provider responses and hostile requests, from a seed: `npm run fuzz -- hostile [COUNT] [SEED]`. Fails at a crash,
 * a 5xx but 503, a response that is not JSON or does not arrive, memory that is not released, and at a pause of the api's
 * event loop above 250 ms.
 */
import PQueue from 'p-queue';
import { randomFrom } from '../../support/history/random.ts';
import { serveHostility, type HostileProvider } from './provider.ts';
import { requestsFor, type HostileRequest } from './requests.ts';
import type { Contract } from './sample.ts';
import { startVictim, type Victim, type Vitals } from './victim.ts';

/** Of each: responses, and requests. */
const COUNT = 20_000;
const AT_ONCE = 4;
const ANSWERED_WITHIN_MS = 60_000;
const LONGEST_PAUSE_MS = 250;
/** Caches that fill are bounded; growth beyond them is a leak. */
const MORE_HEAP_MIB = 64;
const WARM_UP = 100;
const REPORT_EVERY = 1_000;
const MOST_SHOWN = 20;
const SHOWN_CHARACTERS = 300;

export type HostileOptions = { readonly count?: number; readonly seed?: number };

type Fuzzed = {
  readonly victim: Victim;
  readonly provider: HostileProvider;
  readonly findings: Map<string, number>;
  readonly statuses: Map<number, number>;
  readonly vitals: Vitals[];
};

/** A loaded machine makes a pause longer; only the program's own part of it counts. */
const pausesIn = (vitals: readonly Vitals[]): string =>
  [
    `${Math.max(...vitals.map(({ pauseMs }) => pauseMs)).toFixed(0)} ms`,
    `${ownPauseIn(vitals).toFixed(0)} ms without waiting for a processor`,
    `at most ${Math.max(...vitals.map(({ busyMs }) => busyMs)).toFixed(0)} ms of computing`,
  ].join(', ');

const ownPauseIn = (vitals: readonly Vitals[]): number => Math.max(...vitals.map(({ ownPauseMs }) => ownPauseMs));

const note = <K>(counts: Map<K, number>, what: K): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

const ask = async (
  { victim, findings, statuses }: Fuzzed,
  url: string,
  { method, path, body }: HostileRequest,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  const what = `${method} ${path.slice(0, SHOWN_CHARACTERS)} ${body?.slice(0, SHOWN_CHARACTERS) ?? ''}`;
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    note(statuses, answer.status);
    if (answer.status >= 500 && answer.status !== 503)
      note(findings, `${answer.status}: ${what}: ${text.slice(0, SHOWN_CHARACTERS)}`);
    if (text !== '' && answer.headers.get('content-type')?.includes('json') === true) JSON.parse(text);
  } catch (error) {
    if (victim.ended() !== null)
      throw new Error(`the program ended (${victim.ended() ?? ''}) at ${what}`, { cause: error });
    const { cause } = error as { cause?: { code?: string } };
    // Bodies beyond the limit are refused before they have arrived, and the connection ends.
    if (cause?.code !== 'EPIPE' && cause?.code !== 'ECONNRESET') note(findings, `${String(error)}: ${what}`);
  }
};

/** `next` makes each as it is sent, so that the order is that of the seed. */
const inTurn = async (count: () => number, most: number, next: () => Promise<void>, look: () => Promise<void>) => {
  const queue = new PQueue({ concurrency: AT_ONCE });
  let looked = 0;
  while (count() < most) {
    await queue.onSizeLessThan(AT_ONCE);
    void queue.add(next);
    if (count() - looked < REPORT_EVERY) continue;
    looked = count();
    await queue.onIdle();
    await look();
  }
  await queue.onIdle();
};

export const fuzzHostile = async ({ count = COUNT, seed = 1 }: HostileOptions): Promise<boolean> => {
  const provider = await serveHostility(randomFrom(seed));
  const victim = await startVictim(provider.urls);
  const fuzzed: Fuzzed = { victim, provider, findings: new Map(), statuses: new Map(), vitals: [] };
  const { findings, statuses, vitals } = fuzzed;
  const look = async (what: string): Promise<void> => {
    const now = await victim.vitals();
    vitals.push(now);
    console.log(
      `${what}: longest pause ${pausesIn([now])}, heap ${now.heapMiB.toFixed(0)} MiB, rss ${now.rssMiB.toFixed(0)} MiB`,
    );
  };
  try {
    const staff = { authorization: `Bearer ${victim.token}`, 'x-workspace-id': 'org' };
    let imports = 0;
    const importOne = (): Promise<void> => {
      imports += 1;
      const body = JSON.stringify({ doi: `10.5555/hostile.${imports}` });
      return ask(fuzzed, victim.dashboardUrl, { method: 'POST', path: '/api/import/doi', body }, staff);
    };
    const contract = (await (await fetch(`${victim.dashboardUrl}/openapi.json`)).json()) as Contract;
    const nextRequest = requestsFor(contract, randomFrom(seed + 1));
    let requests = 0;
    const requestOne = (): Promise<void> => {
      requests += 1;
      return ask(fuzzed, victim.dashboardUrl, nextRequest(), staff);
    };
    const warmUp = Math.min(WARM_UP, count);
    await inTurn(provider.answered, warmUp, importOne, () => Promise.resolve());
    await inTurn(
      () => requests,
      warmUp,
      requestOne,
      () => Promise.resolve(),
    );
    await look('warm');
    const [warm] = vitals;
    await inTurn(provider.answered, count, importOne, () => look(`${provider.answered()} answers, ${imports} imports`));
    await inTurn(
      () => requests,
      count,
      requestOne,
      () => look(`${requests} requests`),
    );
    await look('at the end');
    const last = vitals.at(-1);
    if (warm !== undefined && last !== undefined && last.heapMiB > warm.heapMiB + MORE_HEAP_MIB)
      note(findings, `the heap grew from ${warm.heapMiB.toFixed(0)} to ${last.heapMiB.toFixed(0)} MiB`);
    const measured = vitals.slice(1);
    const longest = ownPauseIn(measured);
    console.log(`the longest pause of the api's event loop: ${pausesIn(measured)} (aim ${LONGEST_PAUSE_MS} ms)`);
    if (longest > LONGEST_PAUSE_MS) note(findings, `a pause of ${longest.toFixed(0)} ms`);
    for (const line of victim.errors()) note(findings, `logged: ${line.slice(0, 3 * SHOWN_CHARACTERS)}`);
  } finally {
    await victim.stop();
    await provider.close();
  }
  console.log(
    `seed ${seed}; answers by status: ${[...statuses].map(([status, n]) => `${status} ${n} times`).join(', ')}`,
  );
  for (const [what, times] of [...findings].slice(0, MOST_SHOWN)) console.log(`FAIL ${what} (${times} times)`);
  console.log(findings.size === 0 ? 'ok   hostile answers and requests' : `${findings.size} findings`);
  return findings.size === 0;
};
