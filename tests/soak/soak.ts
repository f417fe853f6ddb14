/** The soak: every role in processes of its own, under load and SIGKILL; then what was acknowledged is compared with the result. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BEGINNING } from '../../domain/event.ts';
import { openStores, type Stores } from '../../infra/wiring/stores.ts';
import { readConfig } from '../../infra/config.ts';
import { allProjections } from '../../projections/all.ts';
import { waitForPosition } from '../../projections/queries/position.ts';
import { silent } from '../support/installation.ts';
import { randomFrom } from '../support/history/random.ts';
import { openClient, type Client } from './client.ts';
import { conclude, type Concluded } from './conclude.ts';
import { followCourse, runCourse, type CourseOptions } from './course.ts';
import { openFindings } from './findings.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { ingest } from './load/ingesting.ts';
import { killAtRandom } from './load/killing.ts';
import { freezeAtRandom } from './load/freezing.ts';
import { read } from './load/listings.ts';
import { rebuild } from './load/rebuilding.ts';
import type { Scene } from './load/scene.ts';
import { write } from './load/writing.ts';
import type { Publication } from './ledger.ts';
import { openProgram, type Program } from './program.ts';
import { showProgress } from './progress.ts';
import { serveProviders } from './providers.ts';
import { settingsOf } from './settings.ts';
import { setStage, worksOf } from './stage.ts';
import type { Summary } from './summary.ts';
import { newTally } from './tally.ts';
import { openTurnstile } from './turnstile.ts';

export type SoakIo = {
  /** Ends the load early; the checks are run nevertheless. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  /** Additional settings of the program, such as the addresses of servers; these must be empty. */
  readonly env?: Readonly<Record<string, string>>;
};

const WRITERS = 6;
const READERS = 3;

/** Every publication is one writer's. */
const shares = (publications: readonly Publication[]): readonly (readonly [Publication, ...Publication[]])[] =>
  Array.from({ length: WRITERS }, (_, writer) => publications.filter((_each, n) => n % WRITERS === writer)).flatMap(
    ([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]),
  );

type Parts = {
  readonly program: Program;
  readonly fleet: Fleet;
  readonly client: Client;
  readonly stores: Stores;
  /** Each with a random generator of its own. */
  readonly scene: (part: number) => Scene;
  readonly reached: (what: string, ms: number) => void;
};

/** All parts concurrently, until the phases are over; then `end` is called, and work in progress is awaited. */
const load = async (
  { program, fleet, client, stores, scene, reached }: Parts,
  options: CourseOptions,
  end: () => void,
) => {
  let part = 0;
  const next = (): Scene => scene((part += 1));
  const { turnstile, findings, tally, random, stage } = next();
  const rebuilding = rebuild(program, next());
  const parts = [
    rebuilding.done,
    ingest(next()),
    ...shares(stage.ledger.publications).map((own, n) => write(next(), `w${n}`, own)),
    ...Array.from({ length: READERS }, () => read(next())),
  ];
  const { killEveryMs, mostKills, mostPauses } = options;
  const frozen = next();
  const killing = async (signal: AbortSignal): Promise<void> => {
    await Promise.all([
      killAtRandom(fleet, rebuilding.running, { random, tally, everyMs: killEveryMs, most: mostKills, signal }),
      freezeAtRandom(fleet, { random: frozen.random, tally, most: mostPauses, signal }),
    ]);
  };
  const course = runCourse({ turnstile, client, stores, findings, fleet, killing, reached }, options);
  // A part that fails is a mistake of the soak, and ends it.
  const warm = await Promise.race([course, Promise.all(parts).then(() => course)]);
  end();
  reached('checking', Infinity);
  await Promise.all(parts);
  return warm;
};

const STARTED_WITHIN_MS = 120_000;

/** Throws if the api does not listen in time. The first process to open the stores creates them, so they are opened after that. */
const listening = async ({ api }: Pick<Fleet, 'api'>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the api does not start; see its log')), STARTED_WITHIN_MS);
  });
  try {
    await Promise.race([api(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The rows of a new installation are built by a projector, and until then the api correctly responds that they are being built. */
const ready = async ({ readModels }: Pick<Stores, 'readModels'>): Promise<void> => {
  if (!(await waitForPosition(readModels, allProjections, BEGINNING, { timeoutMs: STARTED_WITHIN_MS })))
    throw new Error('the first rows are not built; see the logs of the projectors');
};

export const soak = async (
  { seed, ...options }: CourseOptions & { readonly seed: number },
  { signal, print, env = {} }: SoakIo,
): Promise<Summary> => {
  const began = performance.now();
  const folder = await mkdtemp(path.join(tmpdir(), 'colophon-soak-'));
  const [findings, tally, over] = [openFindings(), newTally(), new AbortController()];
  const providers = await serveProviders(worksOf);
  const settings = { ...settingsOf(folder, providers.url), ...env };
  const program = openProgram(folder, settings, findings);
  const fleet = startFleet(program, findings);
  const client = openClient(fleet, findings);
  const { reached, course } = followCourse(tally, options);
  const progress = showProgress(course, () => ({ tally, requests: client.counts.requests }), print);
  let stores: Stores | null = null;
  let concluded: Concluded | null = null;
  try {
    await listening(fleet);
    stores = await openStores(readConfig(settings), silent);
    await ready(stores);
    const stage = await setStage(stores, client);
    const ends = AbortSignal.any([signal, over.signal]);
    const scenery = { client, stage, findings, tally };
    const turnstile = openTurnstile(ends);
    const scene = (part: number): Scene => ({ ...scenery, turnstile, random: randomFrom(seed * 1_000 + part) });
    const warm = await load({ program, fleet, client, stores, scene, reached }, options, () => over.abort());
    const open = openTurnstile(new AbortController().signal);
    concluded = await conclude(stores, fleet, { ...scene(0), turnstile: open }, warm);
  } finally {
    over.abort();
    progress.end();
    await stores?.close();
    await fleet.abandon();
    await program.killAll();
    await providers.close();
    if (concluded !== null && findings.all().length === 0) await rm(folder, { recursive: true, force: true });
    else for (const line of [...findings.all(), `The data and the logs are kept in ${folder}`]) print(line);
  }
  return {
    ...{ seed, seconds: (performance.now() - began) / 1_000, tally, ...concluded },
    ...{ requests: client.counts.requests, cutOff: client.counts.cutOff, findings: findings.all() },
  };
};
