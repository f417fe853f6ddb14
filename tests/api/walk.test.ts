/** Paging through whole listings by cursor: items that match throughout appear exactly once, despite concurrent changes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, fingerprintOf } from '../../api/http/cursor.ts';
import { projectAggregate } from '../../commands/project.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { ANSWER, ID, jsonBytes, NUMBER, TEXT } from '../../domain/limits.ts';
import { PROJECT_FIELDS } from '../support/examples/administration.ts';
import { openIngested } from '../support/ingested.ts';
import { plugIn } from '../support/plug-ins.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { suite } from '../support/suite.ts';
import { dispatch } from '../support/dispatch.ts';

type Step = Readonly<Record<string, unknown>> & {
  readonly next_cursor: string | null;
  readonly position: number;
  readonly total: number;
  readonly page: number;
};

const LISTINGS = [
  ['/v1/publications', 'publications', 'doi'],
  ['/v1/researchers', 'researchers', 'orcid'],
  ['/v1/projects', 'projects', 'id'],
  ['/v1/people', 'people', 'orcid'],
  ['/integrations/v1/publications', 'publications', 'doi'],
  ['/integrations/v1/works', 'works', 'id'],
  ['/integrations/v1/people', 'people', 'slug'],
] as const;

const walking = suite('paging by cursor');

const installation = await walking.holds(openIngested({ matching: false }));
const served = await walking.holds(servePublic(installation));
const site = await plugIn(installation);

const ask = (path: string): Promise<Reply> =>
  served.get(path, /^\/(?:integrations|v1\/people)/u.test(path) ? { headers: site.headers } : {});

/** Follows the links in the responses. */
const walk = async (
  path: string,
  name: string,
  between: (step: Step) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const items: Readonly<Record<string, unknown>>[] = [];
  for (let next: string | null = path; next !== null;) {
    const { status, body, headers, text }: Reply = await ask(next);
    assert.equal(status, 200, text);
    const step = body as Step;
    items.push(...(step[name] as Readonly<Record<string, unknown>>[]));
    const link = /^<([^>]+)>; rel="next"$/u.exec(headers.get('link') ?? '')?.[1];
    assert.equal(link === undefined, step.next_cursor === null);
    if (link !== undefined) {
      assert.equal(new URL(link).searchParams.get('cursor'), step.next_cursor);
      assert.equal(new URL(link).origin, served.url);
    }
    await between(step);
    next = link === undefined ? null : link.slice(served.url.length);
  }
  return items;
};

walking('returns everything that page numbers return, once, by ascending id', async () => {
  for (const [path, name, id] of LISTINGS) {
    const { body } = await ask(`${path}?per_page=100`);
    const paged = (body as Step)[name] as Readonly<Record<string, unknown>>[];
    const walked = await walk(`${path}?cursor=*&per_page=3`, name);
    const ids = walked.map((item) => String(item[id]));
    assert.deepEqual([...ids].sort(), paged.map((item) => String(item[id])).sort(), path);
    if (id !== 'slug') assert.deepEqual(ids, [...ids].sort(), path);
  }
});

walking('keeps every filter in its links, and counts the matches', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          q: fc.constantFrom('pots', 'the', 'psycho', '10.5555'),
          publication_type: fc.constantFrom('article-journal', 'dataset'),
          min_cited_by: fc.constantFrom('0', '1', '5'),
          per_page: fc.constantFrom('1', '2', '7', '100'),
        },
        { requiredKeys: [] },
      ),
      async (filters) => {
        const query = new URLSearchParams(filters).toString();
        const walked = await walk(`/v1/publications?${query}&cursor=*`, 'publications');
        const { body } = await ask(`/v1/publications?${query}&per_page=100`.replace(/per_page=\d+&/u, ''));
        const { publications, total } = body as { publications: readonly { doi: string }[]; total: number };
        assert.deepEqual(
          walked.map(({ doi }) => doi),
          publications.map(({ doi }) => doi).sort(),
        );
        assert.equal(walked.length, total);
      },
    ),
    { numRuns: 25 },
  ),
);

walking('returns on every page the position of the log at its start', async () => {
  const head = await installation.events.head();
  const positions: number[] = [];
  await walk('/v1/publications?cursor=*&per_page=5', 'publications', async ({ position }) => {
    positions.push(position);
    const [doi] = (await walk('/v1/publications?cursor=*&per_page=100', 'publications')).map((item) =>
      String(item['doi']),
    );
    const command = { type: 'DeletePublication' } as const;
    await dispatch(installation, publicationAggregate, doi ?? '', command);
    await dispatch(installation, publicationAggregate, doi ?? '', { type: 'RestorePublication' });
    await installation.settled();
  });
  assert.ok(positions.length > 1);
  assert.deepEqual(new Set(positions), new Set([head]));
});

walking('misses and repeats nothing while publications are added, removed and changed', async () => {
  const all = (await walk('/v1/publications?cursor=*&per_page=100', 'publications')).map((item) => String(item['doi']));
  const flickering = all.filter((_doi, n) => n % 5 === 0);
  let n = 0;
  const walked = await walk('/v1/publications?cursor=*&per_page=2', 'publications', async () => {
    const doi = flickering[n % flickering.length] ?? '';
    await dispatch(installation, publicationAggregate, doi, {
      type: n % 2 === 0 ? 'DeletePublication' : 'RestorePublication',
    });
    const steady = all.find((each) => !flickering.includes(each)) ?? '';
    await dispatch(installation, publicationAggregate, steady, { type: 'HidePublication' });
    await dispatch(installation, publicationAggregate, steady, { type: 'ShowPublication' });
    n += 1;
    await installation.settled();
  });
  const dois = walked.map((item) => String(item['doi']));
  assert.equal(new Set(dois).size, dois.length);
  for (const doi of all) if (!flickering.includes(doi)) assert.ok(dois.includes(doi), doi);
});

walking('limits pages in bytes, and returns each record of the maximum size once', async () => {
  // Three bytes a character: about 150 kB.
  const fields = { ...PROJECT_FIELDS, abstract: '字'.repeat(TEXT.abstractCharacters) };
  const count = Math.ceil((2 * ANSWER.walkBytes) / jsonBytes(fields));
  const ids = Array.from({ length: count }, (_, n) => `large-${String(n).padStart(3, '0')}`);
  for (const id of ids) {
    await dispatch(installation, projectAggregate, id, { type: 'CreateProject', id, fields });
    await dispatch(installation, projectAggregate, id, { type: 'MoveProject', move: 'publish' });
  }
  await installation.settled();
  for (const path of ['/v1/projects', '/integrations/v1/projects']) {
    const pages: number[] = [];
    const walked = await walk(`${path}?cursor=*&per_page=100`, 'projects', async (step) => {
      const { projects } = step as unknown as { readonly projects: readonly unknown[] };
      pages.push(projects.length);
      assert.ok(projects.length > 0 && jsonBytes(step) <= ANSWER.walkBytes, `${jsonBytes(step)} bytes`);
    });
    assert.ok(pages.length > 2, pages.join(', '));
    assert.deepEqual(
      walked.map(({ id }) => id),
      ids,
    );
  }
});

walking('accepts every default that a client sends along, with or without them on later pages', async () => {
  for (const [path, name] of LISTINGS) {
    const { query } = served.routes.find((route) => route.path === path) ?? assert.fail(path);
    const sent = new URLSearchParams();
    for (const [parameter, { default: value }] of Object.entries(query))
      if (value !== undefined) sent.set(parameter, `${value as string | number}`);
    sent.set('per_page', '2');
    sent.set('cursor', '*');
    const walked = await walk(`${path}?${sent.toString()}`, name);
    assert.deepEqual(walked, await walk(`${path}?cursor=*&per_page=100`, name), path);
  }
  const { body } = await ask('/v1/publications?cursor=*&per_page=1&page=1&sort=last_fetched_at&dir=desc');
  assert.equal((await ask(`/v1/publications?cursor=${(body as Step).next_cursor}`)).status, 200);
});

walking('gives the reason why another page or order is refused', async () => {
  for (const [parameter, value] of [
    ['page', '2'],
    ['sort', 'title'],
    ['dir', 'asc'],
  ] as const) {
    const { status, body } = await ask(`/v1/publications?cursor=*&${parameter}=${value}`);
    const { error, details } = body as { error: string; details: { errors: readonly { parameter: string }[] } };
    assert.equal(status, 400);
    assert.ok(error.includes(`${parameter}: cannot be combined with cursor`), error);
    assert.deepEqual([details.errors.length, details.errors[0]?.parameter], [1, parameter]);
  }
});

walking('continues after a record with the longest id', () => {
  // Three bytes a character.
  const parts = [`${'w'.repeat(ID.given)}~${'字'.repeat(ID.doi)}`, NUMBER.integer, NUMBER.integer, fingerprintOf([])];
  assert.deepEqual(decodeCursor(encodeCursor(parts)), parts);
});

walking('refuses another order, a page number, and a cursor that it did not issue', async () => {
  const { body } = await ask('/v1/publications?cursor=*&per_page=1&q=pots');
  const cursor = (body as Step).next_cursor ?? assert.fail('no next page');
  const bad = [
    'cursor=*&sort=title',
    'cursor=*&dir=asc',
    'cursor=*&page=2',
    'cursor=',
    'cursor=abc',
    `cursor=${cursor}`,
    `cursor=${cursor}&q=other`,
    `cursor=${cursor}x&q=pots`,
    `cursor=${cursor}=&q=pots`,
    `cursor=${Buffer.from('["a",2,3,"x"]').toString('base64url')}&q=pots`,
    `cursor=${Buffer.from('null').toString('base64url')}&q=pots`,
  ];
  for (const query of bad) assert.equal((await ask(`/v1/publications?${query}`)).status, 400, query);
  assert.equal((await ask(`/v1/publications?q=pots&cursor=${cursor}&per_page=2`)).status, 200);
  // Of this listing only.
  assert.equal((await ask(`/v1/researchers?q=pots&cursor=${cursor}`)).status, 400);
});
