/** Listings of every surface, each with what it must have whatever dies meanwhile. */
import { inventedOrcid } from '../../support/history/papers.ts';
import type { Answer, Ask } from '../client.ts';
import { boundsOver, type Bounds, type Surface } from '../ledger.ts';
import { doisOf } from '../providers.ts';
import { GROWING, MOVING, PERSON, STEADY, worksOf } from '../stage.ts';
import type { Scene } from './scene.ts';

type Page = { readonly dois: readonly string[]; readonly total: number; readonly next: string | null };

const WHOLE = 100;
const PAGE_SIZES = [5, 20, WHOLE] as const;
const WALK_SIZE = 20;

const pageIn = ({ body }: Answer): Page => {
  const {
    publications,
    total,
    next_cursor: next = null,
  } = body as {
    readonly publications: readonly { readonly doi?: string; readonly id?: string }[];
    readonly total: number;
    readonly next_cursor?: string | null;
  };
  return { dois: publications.map(({ doi, id }) => doi ?? id ?? ''), total, next };
};

const page = async (
  { client, findings, tally }: Scene,
  listener: 'public' | 'dashboard',
  path: string,
  headers: Ask['headers'] = {},
): Promise<Page | null> => {
  const answer = await client.ask(listener, path, { headers });
  if (answer === null) return null;
  if (answer.status !== 200) {
    // A 5xx is a finding already.
    if (answer.status < 500) findings.add(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return null;
  }
  tally.listingMs.push(answer.ms);
  tally.listings += 1;
  const found = pageIn(answer);
  if (new Set(found.dois).size !== found.dois.length) findings.add(`${path} lists a publication twice`);
  return found;
};

const held = ({ findings }: Scene, path: string, { dois, total }: Page, { listed, absent }: Bounds): void => {
  const there = new Set(dois);
  const missing = [...listed].filter((doi) => !there.has(doi));
  const surplus = [...absent].filter((doi) => there.has(doi));
  if (missing.length > 0) findings.add(`${path} is short: ${total} listed, without ${missing.join(', ')}`);
  if (surplus.length > 0) findings.add(`${path} lists ${surplus.join(', ')}, which was removed before`);
  // Counted and listed by two queries, between which one may come or go: both within the bounds.
  const [least, most] = [listed.size, worksOf(PERSON[MOVING]) - absent.size];
  for (const count of [total, dois.length])
    if (count < least || count > most) findings.add(`${path} counts ${count}, not ${least} to ${most}`);
};

const full = (scene: Scene, path: string, perPage: number, { dois, total }: Page): void => {
  const all = worksOf(PERSON[STEADY]);
  if (total !== all || dois.length !== Math.min(perPage, all))
    scene.findings.add(`${path} is short: ${dois.length} on the page, ${total} of ${all} in all`);
};

type Check = (scene: Scene) => Promise<void>;

const steadyBy =
  (
    listener: 'public' | 'dashboard',
    base: string,
    sorts: readonly [string, ...string[]],
    headers: (scene: Scene) => Ask['headers'],
  ): Check =>
  async (scene) => {
    const perPage = scene.random.pick(PAGE_SIZES);
    const path = `${base}?sort=${scene.random.pick(sorts)}&per_page=${perPage}`;
    const found = await page(scene, listener, path, headers(scene));
    if (found !== null) full(scene, path, perPage, found);
  };

const movingBy =
  (
    listener: 'public' | 'dashboard',
    base: string,
    surface: Surface,
    headers: (scene: Scene) => Ask['headers'] = () => ({}),
  ): Check =>
  async (scene) => {
    const { publications } = scene.stage.ledger;
    const bounds = boundsOver(
      publications.filter(({ workspace }) => workspace === MOVING),
      surface,
    );
    const path = `${base}?per_page=${WHOLE}`;
    const found = await page(scene, listener, path, headers(scene));
    if (found !== null) held(scene, path, found, bounds());
  };

/** It never shrinks: what one response has counted, every later one counts too. */
const growing = (): Check => {
  let most = 0;
  return async (scene) => {
    const atLeast = most;
    const path = `/api/publications?per_page=${scene.random.pick(PAGE_SIZES)}`;
    const found = await page(scene, 'dashboard', path, scene.stage.as(GROWING));
    if (found === null) return;
    if (found.total < atLeast) scene.findings.add(`${path} of ${GROWING} has shrunk from ${atLeast} to ${found.total}`);
    if (found.total > 0 && found.dois.length === 0) scene.findings.add(`${path} of ${GROWING} is empty`);
    most = Math.max(most, found.total);
  };
};

const everything: Check = async (scene) => {
  const bounds = boundsOver(scene.stage.ledger.publications, 'open');
  const perPage = scene.random.pick(PAGE_SIZES);
  const path = `/v1/publications?per_page=${perPage}`;
  const found = await page(scene, 'public', path);
  if (found === null) return;
  const atLeast = bounds().listed.size;
  if (found.total < atLeast || found.dois.length < Math.min(perPage, atLeast))
    scene.findings.add(
      `${path} is short: ${found.dois.length} on the page, ${found.total} of at least ${atLeast} in all`,
    );
};

/** Page by page, even across the death of the api; every item that was there throughout appears once. */
const walk: Check = async (scene) => {
  const bounds = boundsOver(scene.stage.ledger.publications, 'open');
  const came: string[] = [];
  for (let cursor: string | null = '*'; cursor !== null;) {
    const path = `/v1/publications?per_page=${WALK_SIZE}&cursor=${encodeURIComponent(cursor)}`;
    const found: Page | null = await page(scene, 'public', path);
    if (scene.turnstile.ended.aborted) return;
    if (found === null) continue;
    came.push(...found.dois);
    cursor = found.next;
  }
  scene.tally.walks += 1;
  const once = new Set(came);
  if (once.size !== came.length) scene.findings.add('a walk through /v1/publications lists a publication twice');
  const missing = [...bounds().listed].filter((doi) => !once.has(doi));
  if (missing.length > 0) scene.findings.add(`a walk through /v1/publications is short of ${missing.join(', ')}`);
};

const researcher = (person: number): string => `/v1/researchers/${inventedOrcid(person)}/publications`;
const SORTS = ['last_fetched_at', 'publication_date', 'cited_by_count'] as const;

const CHECKS: readonly [Check, ...Check[]] = [
  steadyBy('dashboard', '/api/publications', [...SORTS, 'title'], ({ stage }) => stage.as(STEADY)),
  steadyBy('public', researcher(PERSON[STEADY]), [...SORTS, 'title'], () => ({})),
  steadyBy('public', '/integrations/v1/publications', SORTS, ({ stage }) => stage.website),
  movingBy('dashboard', '/api/publications', 'staff', ({ stage }) => stage.as(MOVING)),
  movingBy('public', researcher(PERSON[MOVING]), 'open'),
  growing(),
  everything,
];
const WALKS = 0.05;
const LONGEST_REST_MS = 40;

export const read = (scene: Scene): Promise<void> =>
  scene.turnstile.repeat(
    () => (scene.random.chance(WALKS) ? walk(scene) : scene.random.pick(CHECKS)(scene)),
    () => scene.random.between(0, LONGEST_REST_MS),
  );

/** Without load, everything acknowledged is listed, and nothing else. */
export const listsAll = async (scene: Scene): Promise<void> => {
  const { ledger, as } = scene.stage;
  const people = [...(ledger.ingested.get(GROWING) ?? [])];
  const grown = new Set(people.flatMap((person) => doisOf(person, worksOf)));
  const listed = new Set<string>();
  for (let number = 1, total = 1; (number - 1) * WHOLE < total; number += 1) {
    const path = `/api/publications?per_page=${WHOLE}&page=${number}`;
    const found = await page(scene, 'dashboard', path, as(GROWING));
    if (found === null) return scene.findings.add(`${path} of ${GROWING} got no response`);
    for (const doi of found.dois) listed.add(doi);
    ({ total } = found);
    if (total !== grown.size)
      scene.findings.add(`${GROWING} lists ${total} publications, but ${grown.size} were ingested`);
  }
  const missing = [...grown].filter((doi) => !listed.has(doi));
  if (missing.length > 0) scene.findings.add(`${GROWING} lacks ${missing.slice(0, 10).join(', ')}`);
  for (const check of CHECKS) await check(scene);
  await walk(scene);
};
