/** A list of references over HTTP: previewed, decided, imported as a job, and undone as one. */
import assert from 'node:assert/strict';
import { newCaller } from '../../../../commands/caller.ts';
import { handle } from '../../../../commands/handle.ts';
import { publicationAggregate } from '../../../../commands/publication.ts';
import { undoJobs } from '../../../../commands/undo/jobs.ts';
import { referenceImports, type ReferenceImport } from '../../../../commands/reference-imports/imports.ts';
import type { CslItem } from '../../../../domain/csl.ts';
import { REFERENCES } from '../../../../domain/limits.ts';
import { randomIds } from '../../../../infra/system.ts';
import { publicPublication } from '../../../../projections/queries/public-items.ts';
import { ProviderUnavailable } from '../../../../workers/ingestion/ports.ts';
import { carryOut as undoRest } from '../../../../workers/undo/run.ts';
import { carryOutReferences } from '../../../../workers/reference-imports/run.ts';
import { bodyOf, type Person } from '../../../support/dashboard.ts';
import { addPaper } from '../../../support/papers.ts';
import { providersThat } from '../../../support/providers-that.ts';
import { refusesEach, staffed } from '../../../support/staffed.ts';
import { suite } from '../../../support/suite.ts';

const importing = suite('a list of references', { timeoutMs: 240_000 });
const { installation, jo, admin, stranger } = await staffed(importing);
const PATH = '/api/publications/imports';

type Candidate = { readonly id: string; readonly title: string; readonly deleted: boolean };
type Entry = {
  readonly n: number;
  readonly line: number;
  readonly label: string | null;
  readonly status: 'new' | 'same' | 'doubtful' | 'error';
  readonly title: string | null;
  readonly action: string;
  readonly choices: readonly string[];
  readonly repeats: number | null;
  readonly candidates: readonly Candidate[];
  readonly problem: {
    readonly line: number;
    readonly message: string;
    readonly code: string;
    readonly field: string | null;
  } | null;
  readonly result: { readonly outcome: string; readonly id: string | null; readonly reason: string | null } | null;
};
type Counts = Record<'created' | 'changed' | 'unchanged' | 'skipped' | 'refused' | 'done', number>;
type Import = {
  readonly id: string;
  readonly format: string;
  readonly entries: number;
  readonly counts: Record<Entry['status'], number>;
  readonly job: (Counts & { readonly status: string }) | null;
  readonly results: readonly Entry[];
};

/** Registries that know DOIs with this prefix; `isAway`: they cannot be reached. */
const KNOWN = '10.5555/known.';
let isAway = false;
const providers = providersThat({
  describe: (provider, doi) => {
    if (isAway) return Promise.reject(new ProviderUnavailable('crossref', 'timeout', 'no answer'));
    if (provider !== 'crossref' || !doi.startsWith(KNOWN)) return Promise.resolve({ kind: 'notThere' });
    const csl = { type: 'article-journal', title: `As registered: ${doi}`, DOI: doi } as const;
    const source = { provider: 'crossref', url: `https://api.example.org/works/${doi}` } as const;
    return Promise.resolve({
      ...({ kind: 'described', csl, source, fetchedAt: Date.now(), retracts: [], retractedBy: [] } as const),
    });
  },
});
const deps = { ...installation, providers };

const read = async (body: unknown, query = '', who: Person = jo): Promise<Import> =>
  bodyOf<Import>(await who.post(`${PATH}${query}`, body), 201);
const looked = async (id: string, query = ''): Promise<Import> => bodyOf<Import>(await jo.get(`${PATH}/${id}${query}`));
const started = async (id: string, body: unknown = {}): Promise<Import> =>
  bodyOf<Import>(await jo.post(`${PATH}/${id}/start`, body), 202);
const jobOf = async (id: string): Promise<ReferenceImport> => {
  const job = await referenceImports.get(installation.state, 'org', id);
  assert.ok(job !== null);
  return job;
};
const carriedOut = async (id: string): Promise<Import> => {
  for await (const _step of carryOutReferences(deps, await jobOf(id)));
  await installation.settled();
  return looked(id, '?per_page=100');
};
type Undone = { readonly id?: string; readonly refused: number; readonly steps: number };
/** At once, or as a job if it is long. */
const undo = async (id: string): Promise<Undone> => {
  const { status, body } = await jo.post(`/api/activity/causes/${id}/undo`, {});
  if (status === 200) return body as Undone;
  const job = await undoJobs.get(installation.state, 'org', (body as { readonly id: string }).id);
  assert.ok(job !== null);
  for await (const step of undoRest(installation, job)) if (step.finishedAt !== null) return { ...step.counts };
  assert.fail('the undo has not ended');
};
const listed = async (query: string): Promise<number> =>
  bodyOf<{ total: number }>(await jo.get(`/api/publications?${query}`)).total;

const addWork = async (id: string, original: CslItem): Promise<void> => {
  const caller = newCaller(randomIds, 'org', { type: 'system', id: 'test' });
  await handle(installation, publicationAggregate, id, { type: 'CreatePublication', doi: id, original }, caller);
};

const entry = (key: string, fields: Readonly<Record<string, string>>, type = 'book'): string =>
  `@${type}{${key},\n${Object.entries(fields)
    .map(([name, value]) => `  ${name} = {${value}},`)
    .join('\n')}\n}\n`;

importing('of 200 entries with 20 doubtful ones and 3 errors is previewed, imported and undone', async () => {
  // Others wrote works of the same titles, or the list gives no author.
  for (let n = 0; n < 20; n += 1)
    await addWork(`local.doubtful.${n}`, {
      ...{ type: 'book', title: `Doubtful vases ${n}`, issued: { 'date-parts': [[2001]] } },
      author: [{ family: 'Meyer', given: 'Anna' }],
    });
  await addWork('local.same', {
    ...{ type: 'book', title: 'The same vase', issued: { 'date-parts': [[1999]] } },
    author: [{ family: 'Krüger', given: 'Carla' }],
  });
  await addPaper(installation, '10.5555/has.it', { title: 'Vases that are here' });
  await installation.settled();

  const entries = [
    ...Array.from({ length: 20 }, (_, n) => entry(`d${n}`, { title: `{Doubtful} Vases ${n}`, year: '2001' })),
    entry('same', { title: 'The same Vase', author: 'Kr{\\"u}ger, C.', year: '1999' }),
    entry('has', { title: 'Whatever', doi: 'https://doi.org/10.5555/HAS.it' }, 'article'),
    entry('again', { title: 'Whatever', doi: '10.5555/has.it' }, 'article'),
    ...Array.from({ length: 10 }, (_, n) => entry(`k${n}`, { title: 'Theirs', doi: `${KNOWN}${n}` }, 'article')),
    entry('unknown', { title: 'A vase nobody has registered', doi: '10.5555/not\\_known' }, 'article'),
    entry('isbn', { title: 'Vases by number', author: 'Doe, Jane', isbn: '978-0-306-40615-7', year: '1975' }),
    '@book{broken,\n  title = {Never closed,\n  year = 2001\n}\n',
    entry('no-title', { author: 'Doe, Jane' }),
    entry('bad-isbn', { title: 'A wrong digit', isbn: '978-0-306-40615-8' }),
    ...Array.from({ length: 162 }, (_, n) =>
      entry(`n${n}`, { title: `New vase number ${n}`, author: 'Doe, J', year: '2010' }),
    ),
  ];
  assert.equal(entries.length, 200);
  const content = entries.join('\n');
  const lineOf = (text: string): number => content.slice(0, content.indexOf(text)).split('\n').length;
  const head = await installation.events.head();

  const preview = await read({ content }, '?per_page=100');
  assert.equal(await installation.events.head(), head, 'reading changes nothing');
  assert.deepEqual([preview.format, preview.entries], ['bibtex', 200]);
  assert.deepEqual(preview.counts, { new: 174, same: 3, doubtful: 20, error: 3 });
  const { results: errors } = await looked(preview.id, '?status=error');
  assert.deepEqual(
    errors.map(({ label, problem }) => [label, problem?.line, problem?.code, problem?.field]),
    [
      ['broken', lineOf('title = {Never closed'), 'not_closed', 'title'],
      ['no-title', lineOf('@book{no-title'), 'invalid_text', 'title'],
      ['bad-isbn', lineOf('isbn = {978-0-306-40615-8}'), 'invalid_isbn', 'ISBN'],
    ],
  );
  assert.match(errors[0]?.problem?.message ?? '', /title, or the entry, is not closed/u);
  assert.match(errors[1]?.problem?.message ?? '', /title is blank/u);
  assert.match(errors[2]?.problem?.message ?? '', /ISBN.*accepted: an ISBN of 10 or 13 digits/u);
  const { results: doubtful } = await looked(preview.id, '?status=doubtful&per_page=100');
  assert.deepEqual(
    doubtful[0]?.candidates.map(({ id }) => id),
    ['local.doubtful.0'],
  );
  assert.deepEqual(doubtful[0]?.choices, ['new', 'same', 'skip']);
  const { results: same } = await looked(preview.id, '?status=same');
  assert.deepEqual(
    same.map(({ label, repeats, candidates }) => [label, repeats, candidates.map(({ id }) => id)]),
    [
      ['same', null, ['local.same']],
      ['has', null, ['10.5555/has.it']],
      ['again', 22, []],
    ],
  );

  const decisions = doubtful.map(({ n, candidates: [candidate] }, at) =>
    at < 5 ? { n, as: 'new' } : at < 10 ? { n, as: 'same', id: candidate?.id } : { n, as: 'skip' },
  );
  const before = await listed('status=active&has_doi=all');
  const { job } = await started(preview.id, { decisions });
  assert.deepEqual([job?.status, job?.done], ['queued', 0]);

  // Killed in the middle, before it could record its progress.
  const queued = await jobOf(preview.id);
  const first = await carryOutReferences(deps, queued).next();
  assert.ok(first.value !== undefined && first.value.counts.created > 0);
  await referenceImports.save(installation.state, queued);
  const ended = await carriedOut(preview.id);
  assert.equal(ended.job?.status, 'succeeded');
  const { created, changed, unchanged, skipped, refused } = ended.job as Counts;
  assert.equal(created + changed + unchanged + skipped + refused, 200);
  assert.deepEqual([skipped, refused], [11, 3], 'those that staff left out, the repeated one, and those with errors');
  assert.equal(await listed('status=active&has_doi=all'), before + 179, 'each once, however often it was begun');

  const outcomes = new Map(
    [...ended.results, ...(await looked(preview.id, '?per_page=100&page=2')).results].map((each) => [
      each.label,
      each.result,
    ]),
  );
  assert.deepEqual(outcomes.get('isbn'), { outcome: 'created', id: 'isbn.9780306406157', reason: null, code: null });
  assert.equal(outcomes.get('unknown')?.id, '10.5555/not_known');
  assert.match(outcomes.get('unknown')?.reason ?? '', /no registry knows/u);
  const title = async (id: string) => bodyOf<{ title: string }>(await jo.get(`/api/publications/${id}`)).title;
  assert.equal(await title(`${KNOWN}3`), `As registered: ${KNOWN}3`, 'the record of the registries');
  assert.equal(await title('10.5555/not_known'), 'A vase nobody has registered');
  assert.ok((await publicPublication(installation.readModels, '10.5555/not_known')) !== null, 'websites have it too');

  assert.deepEqual((await started(preview.id, { decisions })).job?.status, 'succeeded', 'sent again');
  bodyOf(await jo.post(`${PATH}/${preview.id}/start`, {}), 409);

  const undone = await undo(preview.id);
  assert.equal(undone.refused - undone.steps, 0, 'only records of imports stay');
  await installation.settled();
  assert.equal(await listed('status=active&has_doi=all'), before);
});

importing('is read whatever its format and encoding', async () => {
  const ris = 'TY  - BOOK\nTI  - Gefäße\nAU  - Müller, Jörg\nPY  - 1980\nER  - \n';
  const files = [
    Buffer.from(`\ufeff${ris}`),
    Buffer.from(`\ufeff${ris}`, 'utf16le'),
    Buffer.from(ris, 'utf16le').swap16(),
    Buffer.from(ris.replaceAll('\n', '\r\n'), 'latin1'),
  ];
  for (const file of files) {
    const { format, results } = await read({ file: file.toString('base64') });
    assert.deepEqual([format, results.map(({ title }) => title)], ['ris', ['Gefäße']]);
  }
  const json = await read({ content: '[{"type": "book", "title": "Jars"}]', format: 'csl-json' });
  assert.deepEqual([json.format, json.counts.new], ['csl-json', 1]);
});

importing('links the people that are chosen, to what is new and to what is there', async () => {
  const orcid = '0000-0002-1825-0097';
  bodyOf(await admin.post('/api/people', { orcid, name: { en: 'Jane Doe' } }), 201);
  const { orcid: emeritus } = bodyOf<{ orcid: string }>(await admin.post('/api/people', { name: 'Joan Doe' }), 201);
  await addPaper(installation, '10.5555/linked', { title: 'Linked jars' });
  await installation.settled();
  const content = `${entry('a', { title: 'Linked', doi: '10.5555/linked' })}${entry('b', { title: 'Jars to link', year: '2002' })}`;
  const { id } = await read({ content });
  await refusesEach(
    (body) => jo.post(`${PATH}/${id}/start`, body),
    [['person_orcids', { person_orcids: ['0000-0001-5109-3700'] }]],
  );
  await started(id, { person_orcids: [orcid, emeritus] });
  const { job, results } = await carriedOut(id);
  assert.deepEqual([job?.created, job?.changed], [1, 1]);
  for (const { result } of results) {
    const found = bodyOf<{ person_orcids: string[] }>(await jo.get(`/api/publications/${result?.id ?? ''}`));
    assert.deepEqual(found.person_orcids, [orcid, emeritus]);
  }
});

importing('that was undone can be imported again: what was deleted is restored if staff say so', async () => {
  const content = entry('r', {
    title: 'Jars that come back',
    author: 'Doe, Jane',
    year: '2003',
    isbn: '3-16-148410-X',
  });
  const first = await read({ content });
  await started(first.id);
  const [created] = (await carriedOut(first.id)).results;
  await undo(first.id);
  await installation.settled();
  const second = await read({ content });
  const [again] = second.results;
  assert.deepEqual([again?.status, again?.choices], ['doubtful', ['same', 'skip']]);
  assert.deepEqual(
    again?.candidates.map(({ id, deleted }) => [id, deleted]),
    [[created?.result?.id, true]],
  );
  await started(second.id, { decisions: [{ n: 1, as: 'same', id: created?.result?.id }] });
  const { job } = await carriedOut(second.id);
  assert.deepEqual([job?.changed, job?.created], [1, 0]);
  const found = bodyOf<{ deleted_at: unknown }>(await jo.get(`/api/publications/${created?.result?.id ?? ''}`));
  assert.equal(found.deleted_at, null);
});

importing('refuses the entries of a registry that is away, and does not ask it for each of them', async () => {
  const dois = Array.from({ length: 6 }, (_, n) => `${KNOWN}away.${n}`);
  const content = [
    ...dois.map((doi, n) => entry(`a${n}`, { title: 'Away', doi })),
    entry('b', { title: 'A jar without a registry', year: '2004' }),
  ].join('');
  const { id } = await read({ content });
  await started(id);
  isAway = true;
  const { job, results } = await carriedOut(id);
  isAway = false;
  assert.deepEqual([job?.refused, job?.created], [6, 1]);
  assert.match(results[5]?.result?.reason ?? '', /Crossref cannot be reached.*again later/u);
});

importing('ends when who started it may no longer do this', async () => {
  const { id } = await read({ content: entry('c', { title: 'Never imported', year: '2005' }) });
  await started(id);
  await assert.rejects(
    carryOutReferences(deps, await jobOf(id), { goOn: () => Promise.reject(new Error('ended')) }).next(),
    /ended/u,
  );
  assert.equal((await looked(id)).job?.done, 0);
  const { jobs } = bodyOf<{ jobs: readonly { id: string; kind: string }[] }>(await admin.get('/api/jobs'));
  assert.deepEqual(
    jobs.map((job) => [job.id, job.kind]),
    [[id, 'reference_import']],
  );
  bodyOf(await admin.post(`/api/jobs/${id}/cancel`));
  assert.equal((await looked(id)).job?.status, 'failed');
});

importing('belongs to its workspace, and is started by who has sent it', async () => {
  const { id } = await read({ content: entry('d', { title: 'Ours', year: '2006' }) });
  bodyOf(await stranger.get(`${PATH}/${id}`), 404);
  bodyOf(await stranger.post(`${PATH}/${id}/start`, {}), 404);
  bodyOf(await admin.post(`${PATH}/${id}/start`, {}), 404);
  bodyOf(await jo.get(`${PATH}/none`), 404);
});

importing('has bounds, each of which is named', async () => {
  const many = 'TY  - BOOK\nTI  - A jar\nER  - \n'.repeat(REFERENCES.entries + 1);
  const refused: readonly (readonly [string, unknown])[] = [
    ['content', { content: many }],
    ['content', { content: 'nothing that is a list' }],
    ['content', { content: '' }],
    ['content', { content: 'ä'.repeat(REFERENCES.bytes / 2 + 1) }],
    ['content', { content: '[]' }],
    ['file', { file: 'not*base64' }],
    ['format', { content: '@book{a, title={b}}', format: 'xml' }],
    ['content', {}],
  ];
  await refusesEach((body) => jo.post(PATH, body), refused);
  assert.equal((await jo.post(PATH, { content: '\u0001'.repeat(REFERENCES.bytes) })).status, 413);
  const { id, counts } = await read({
    content: many.slice(0, (many.length / (REFERENCES.entries + 1)) * REFERENCES.entries),
  });
  assert.deepEqual(counts, { new: 1, same: REFERENCES.entries - 1, doubtful: 0, error: 0 });
  await refusesEach(
    (body) => jo.post(`${PATH}/${id}/start`, body),
    [
      ['decisions/0/n', { decisions: [{ n: REFERENCES.entries + 1, as: 'skip' }] }],
      ['decisions/0/as', { decisions: [{ n: 2, as: 'new' }] }],
      [
        'decisions/1/n',
        {
          decisions: [
            { n: 1, as: 'skip' },
            { n: 1, as: 'new' },
          ],
        },
      ],
      ['decisions/0/as', { decisions: [{ n: 1, as: 'same', id: 'local.x' }] }],
      [
        'decisions',
        { decisions: Array.from({ length: REFERENCES.entries + 1 }, (_, n) => ({ n: n + 1, as: 'skip' })) },
      ],
    ],
  );
});
