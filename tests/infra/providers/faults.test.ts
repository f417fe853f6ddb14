/** Providers fail in many ways: which failures are retried, which are results, and which are errors. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openProviders } from '../../../infra/providers/index.ts';
import { type Providers, ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import {
  answering,
  breakOff,
  hangUp,
  json,
  silence,
  status,
  type Answering,
  type Reaction,
} from '../../support/answering.ts';
import { suite } from '../../support/suite.ts';
import { closing } from '../../support/closing.ts';

const DOI = '10.5555/12345678';
const WORK = { message: { DOI, type: 'journal-article', title: ['Found'] } };
const found = json(WORK);
const signal = (): AbortSignal => new AbortController().signal;

const asking = suite('querying a provider');

type Scene = { readonly providers: Providers; readonly server: Answering; readonly logged: string[] };

const over = async (
  reactions: readonly Reaction[],
  test: (scene: Scene) => Promise<void>,
  options: Partial<Parameters<typeof openProviders>[0]> = {},
): Promise<void> => {
  await using server = closing(await answering(...reactions));
  const logged: string[] = [];
  const log = (fields: object, message: string): void => void logged.push(JSON.stringify([fields, message]));
  await using providers = closing(
    openProviders({
      urls: { orcid: server.url, crossref: server.url, datacite: server.url, openalex: server.url },
      rate: 0,
      concurrency: 0,
      mailto: 'library@example.org',
      openalexApiKey: 'a-key-of-the-tests',
      version: 'test',
      log: { debug: log, info: log, warn: log, error: log },
      ...options,
    }),
  );
  await test({ providers, server, logged });
};

const describe = ({ providers }: Scene, known = null as Parameters<Providers['describe']>[2]) =>
  providers.describe('crossref', DOI, known, signal());

const PASSING: Readonly<Record<string, Reaction>> = {
  'is away for a moment (503)': status(503),
  'responds 429 with a delay of a second': status(429, { 'retry-after': '1' }),
  'responds 503 with a time': (response) =>
    response.writeHead(503, { 'retry-after': new Date(Date.now() + 1_000).toUTCString() }).end(),
  'hangs up': hangUp,
  'breaks off in mid-response': breakOff,
  'sends an HTML page': status(200, { 'content-type': 'text/html' }, '<html>Maintenance</html>'),
  'sends nothing': status(200, { 'content-type': 'application/json' }, ''),
};
for (const [what, reaction] of Object.entries(PASSING))
  asking(`that ${what} is retried`, () =>
    over([reaction, found], async (scene) => {
      const answer = await describe(scene);
      assert.equal(answer.kind, 'described');
      assert.equal(scene.server.requests.length, 2);
    }),
  );

asking('that keeps failing ends as an outage, never as a result', () =>
  over([status(500)], async (scene) => {
    await assert.rejects(describe(scene), (error) => {
      assert.ok(error instanceof ProviderUnavailable);
      assert.equal(error.code, 'server_error');
      return true;
    });
    assert.equal(scene.server.requests.length, 5);
  }),
);

asking('that returns another DOI, of which this is an alias, means that there is no record of this one', () =>
  over([json({ message: { ...WORK.message, DOI: '10.5555/PRIMARY' } })], async (scene) =>
    assert.deepEqual(await describe(scene), { kind: 'notThere', knownAs: '10.5555/primary' }),
  ),
);

for (const [type, what] of [
  ['grant', 'grant'],
  ['component', 'component'],
  ['journal', 'journal'],
  ['journal-volume', 'journal'],
])
  asking(`that returns a record of the type ${type} means that the DOI is not that of a publication`, () =>
    over([json({ message: { ...WORK.message, type } })], async (scene) => {
      const { fetchedAt: _at, ...answer } = (await describe(scene)) as { fetchedAt: number };
      assert.deepEqual(answer, { kind: 'notAPublication', what });
    }),
  );

asking('that returns an issue, a peer review, a book series or an unknown type returns a publication', () =>
  over(
    ['journal-issue', 'peer-review', 'book-series', 'other'].map((type) =>
      json({ message: { ...WORK.message, type } }),
    ),
    async (scene) => {
      for (let n = 0; n < 4; n += 1) assert.equal((await describe(scene)).kind, 'described');
    },
  ),
);

asking('that returns an award is DataCite speaking of a grant', () =>
  over(
    [json({ data: { attributes: { doi: DOI, types: { resourceTypeGeneral: 'Award' } } } })],
    async ({ providers }) => {
      const answer = await providers.describe('datacite', DOI, null, signal());
      assert.equal(answer.kind === 'notAPublication' && answer.what, 'grant');
    },
  ),
);

for (const code of [404, 410])
  asking(`that responds ${code} means at once that there is no such record`, () =>
    over([status(code)], async (scene) => {
      assert.equal((await describe(scene)).kind, 'notThere');
      assert.equal(scene.server.requests.length, 1);
    }),
  );

for (const code of [404, 410])
  asking(`that responds ${code} to a search is unavailable: a search that finds nothing has an empty response`, () =>
    over([status(code)], async ({ providers }) => {
      const unavailable = { code: 'server_error', isPassing: true };
      await assert.rejects(providers.facts([DOI], signal()), unavailable);
      await assert.rejects(providers.list('openalex', '0000-0002-1825-0097', signal()), unavailable);
    }),
  );

asking('that does not respond times out', () =>
  over(
    [silence],
    async (scene) => {
      await assert.rejects(describe(scene), { code: 'timeout' });
    },
    { timeoutMs: 50 },
  ),
);

asking('that does not respond is not retried when the time for the query is over', async () => {
  for (const timeoutMs of [50, 60_000])
    await over(
      [silence],
      async (scene) => {
        await assert.rejects(describe(scene), { code: 'timeout', isPassing: true });
        // None if the machine was so busy that the time was over before the request arrived.
        assert.ok(scene.server.requests.length <= 1);
      },
      { timeoutMs, withinMs: 50 },
    );
});

asking('that requires a longer delay than a request may take is retried in a later attempt', () =>
  over(
    [status(429, { 'retry-after': '2' }), found],
    async (scene) => {
      await assert.rejects(describe(scene), { code: 'rate_limited', isPassing: true, retryAfterMs: 2_000 });
      assert.equal(scene.server.requests.length, 1);
    },
    { withinMs: 1_500 },
  ),
);

asking('aborts a trickling response when its time is over, and does not retry it', () =>
  over(
    [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const dripping = setInterval(() => response.write(' '), 10);
        response.once('close', () => clearInterval(dripping));
      },
    ],
    async (scene) => {
      await assert.rejects(describe(scene), { code: 'too_slow', isPassing: false });
      assert.equal(scene.server.requests.length, 1);
    },
    { timeoutMs: 300 },
  ),
);

asking('limits every response, compressed or not', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
  await over([(response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)], async (scene) => {
    await assert.rejects(describe(scene), { code: 'too_large', isPassing: false });
    assert.equal(scene.server.requests.length, 1);
  });
});

asking('follows a redirect within the host, and none to another', async () => {
  await over([status(302, { location: '/elsewhere' }), found], async (scene) => {
    assert.equal((await describe(scene)).kind, 'described');
    assert.equal(scene.server.requests[1]?.url, '/elsewhere');
  });
  await using other = closing(await answering(found));
  await over([status(302, { location: other.url })], async (scene) => {
    await assert.rejects(describe(scene), { code: 'redirected', isPassing: false });
    assert.equal(other.requests.length, 0);
  });
  await over([status(302, { location: '/again' })], async (scene) => {
    await assert.rejects(describe(scene), ProviderUnavailable);
    assert.ok(scene.server.requests.length < 30);
  });
});

asking('treats JSON of another shape as a failure, not as an empty record', async () => {
  for (const body of [{}, [], 'text', null, { message: [] }, { message: { DOI: 5 } }])
    await over([json(body)], async (scene) => {
      await assert.rejects(describe(scene), ProviderUnavailable, JSON.stringify(body));
    });
});

asking('identifies the client, and keeps the key and the e-mail address out of records and logs', () =>
  over([status(500), json({ results: [], meta: { count: 0 } })], async (scene) => {
    await scene.providers.facts([DOI], signal());
    const [request] = scene.server.requests;
    assert.match(String(request?.headers['user-agent']), /^Colophon\/test \(mailto:library@example\.org\)$/u);
    assert.match(String(request?.url), /api_key=a-key-of-the-tests/u);
    for (const line of scene.logged) assert.ok(!line.includes('a-key-of-the-tests'), line);
  }),
);

asking('that refuses reports the reason, where known', async () => {
  await over([status(401)], (scene) => assert.rejects(describe(scene), { code: 'refused', message: /a valid key/u }));
  await over([status(409)], ({ providers }) =>
    assert.rejects(providers.person('0000-0002-1825-0097', signal()), {
      code: 'locked',
      isPassing: false,
      message: /deactivated/u,
    }),
  );
  // Only ORCID has such a status for records.
  await over([status(409)], (scene) => assert.rejects(describe(scene), { code: 'refused', message: /answered 409/u }));
});

asking('for the record of an iD that is closed, or is that of another, reports it, whatever the status', async () => {
  const [old, now] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  const error = (code: number) => JSON.stringify({ 'error-code': code, 'developer-message': 'closed' });
  const named = (name: object) => json({ name, biography: null });
  const CLOSED: readonly (readonly [string, Reaction])[] = [
    ...[200, 301, 404, 409].flatMap((code): readonly (readonly [string, Reaction])[] => [
      ['locked', status(code, {}, error(9044))],
      ['locked', status(code, {}, error(9018))],
      ['moved', status(code, {}, error(9007))],
    ]),
    [
      'locked',
      named({
        'given-names': { value: 'Given Names Deactivated' },
        'family-name': { value: 'Family Name Deactivated' },
      }),
    ],
    ['moved', named({ 'given-names': { value: 'Beatrix' }, path: now })],
  ];
  for (const [code, reaction] of CLOSED)
    await over([reaction], async ({ providers, server }) => {
      await assert.rejects(providers.person(old, signal()), { code, isPassing: false });
      assert.equal(server.requests.length, 1);
    });
  // An error that says nothing of the record, and one too long to be an error.
  await over([status(404, {}, error(9016))], async ({ providers }) =>
    assert.equal((await providers.person(old, signal())).kind, 'notThere'),
  );
  await over([status(404, {}, `{"error-code":9044,"more":"${'x'.repeat(20_000)}"}`)], async ({ providers }) =>
    assert.equal((await providers.person(old, signal())).kind, 'notThere'),
  );
});

asking('of works that OpenAlex no longer lists, names those that it has merged into others', async () => {
  const keys = ['openalex.W1', 'openalex.W2', 'openalex.W3', 'pmid.4'];
  const work = (n: number): Reaction => json({ id: `https://openalex.org/W${n}` });
  await over([status(301, { location: '/works/W9' }), work(9), work(8), status(404)], async ({ providers, server }) => {
    const merged = await providers.mergedInto(keys, signal());
    assert.deepEqual(
      [...merged],
      [
        ['openalex.W1', 'openalex.W9'],
        ['openalex.W2', 'openalex.W8'],
      ],
    );
    assert.equal(server.requests.length, 4, 'one each, and the redirect');
  });
  await over([work(1)], async ({ providers }) =>
    assert.equal((await providers.mergedInto(['openalex.W1'], signal())).size, 0),
  );
});

asking('for a person returns every name of the ORCID record', () => {
  const value = (text: string) => ({ value: text });
  const name = {
    'credit-name': value('J. Carberry'),
    'given-names': value('Josiah'),
    'family-name': value('Carberry'),
  };
  const other = { 'other-name': [{ content: 'J. S. Carberry' }, { content: null }, { content: ' ジョサイア ' }] };
  return over(
    [json({ name, 'other-names': other }), json({ name: null, 'other-names': null })],
    async ({ providers }) => {
      const asked = [
        await providers.person('0000-0002-1825-0097', signal()),
        await providers.person('0000-0002-1825-0097', signal()),
      ];
      const names = { creditName: 'J. Carberry', givenName: 'Josiah', familyName: 'Carberry' };
      const nameless = { creditName: null, givenName: null, familyName: null, otherNames: [], biography: null };
      assert.deepEqual(
        asked.map((answer) => answer.kind === 'listed' && answer.value),
        [{ ...names, otherNames: ['J. S. Carberry', 'ジョサイア'], biography: null }, nameless],
      );
    },
  );
});

asking('again with its validator shows whether the record has changed', () =>
  over([json(WORK, { etag: '"1"' }), status(304)], async (scene) => {
    const first = await describe(scene);
    assert.ok(first.kind === 'described');
    assert.ok(!first.source.url.includes('mailto'));
    assert.equal((await describe(scene, first.source)).kind, 'unchanged');
    assert.equal(scene.server.requests[1]?.headers['if-none-match'], '"1"');
  }),
);

asking('treats "not modified" as a failure of an unconditional request', () =>
  over([status(304), json(WORK), status(304)], async (scene) => {
    await assert.rejects(describe(scene), { code: 'unexpected_shape' });
    const first = await describe(scene);
    assert.ok(first.kind === 'described');
    await assert.rejects(describe(scene, first.source), { code: 'unexpected_shape' }, 'it has no validator');
  }),
);

asking('treats a list that ends before all its works have arrived as a failure', () => {
  const work = (n: number) => ({ id: `https://openalex.org/W${n}`, type: 'article' });
  const page = (works: readonly number[], next_cursor: string | null) =>
    json({ meta: { count: 3, next_cursor }, results: works.map(work) });
  const list = ({ providers }: Scene) => providers.list('openalex', '0000-0002-1825-0097', signal());
  return over(
    [page([1, 2], 'more'), page([], null), page([1, 2], 'more'), page([3], 'end'), page([], null)],
    async (scene) => {
      await assert.rejects(list(scene), { code: 'server_error', isPassing: true });
      const whole = await list(scene);
      assert.ok(whole.kind === 'listed' && whole.value.length === 3);
      for (const { url } of scene.server.requests)
        assert.match(url ?? '', /per-page=100\b/u, 'as many as OpenAlex permits');
    },
  );
});

asking('for a list makes one request per page, following cursors', () => {
  const page = (works: readonly number[], count: number, cursor: object) =>
    json({ meta: { count, ...cursor }, results: works.map((n) => ({ id: `https://openalex.org/W${n}` })) });
  const list = ({ providers }: Scene) => providers.list('openalex', '0000-0002-1825-0097', signal());
  const large = [page([1, 2], 3, {}), page([1, 2], 3, { next_cursor: 'more' }), page([3], 3, { next_cursor: null })];
  return over([page([1, 2], 2, {}), ...large], async (scene) => {
    for (const [works, requests] of [
      [2, 1],
      [3, 4],
    ]) {
      const listed = await list(scene);
      assert.ok(listed.kind === 'listed');
      assert.deepEqual([listed.value.length, scene.server.requests.length], [works, requests]);
    }
    const cursors = scene.server.requests.map(({ url }) => new URL(url ?? '', 'http://x').searchParams.get('cursor'));
    assert.deepEqual(cursors, [null, null, '*', 'more']);
  });
});

asking('treats a list that repeats works, or grows while it is read, as a temporary failure', async () => {
  const page = (works: readonly number[], count: number, next_cursor: string | null) =>
    json({ meta: { count, next_cursor }, results: works.map((n) => ({ id: `https://openalex.org/W${n}` })) });
  for (const pages of [
    [page([1, 2], 4, 'more'), page([2, 3], 4, null)],
    [page([1, 2], 3, 'more'), page([3], 4, null)],
  ])
    await over(pages, async ({ providers }) => {
      const list = providers.list('openalex', '0000-0002-1825-0097', signal());
      await assert.rejects(list, { code: 'server_error', isPassing: true });
    });
});

asking('for an iD that was merged into another reports it, and does not use the works of the other', async () => {
  const merged = { code: 'moved', isPassing: false, message: /merged/u };
  const [old, now] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  for (const headers of [{}, { location: `/${now}/works` }, { location: `https://orcid.org/${now}` }])
    await over([status(301, headers), json({ group: [] })], async ({ providers, server }) => {
      await assert.rejects(providers.list('orcid', old, signal()), merged);
      assert.equal(server.requests.length, 1);
    });
  await over([status(301, { location: `/v3.1/${old}/works` }), json({ group: [] })], async ({ providers }) =>
    assert.equal((await providers.list('orcid', old, signal())).kind, 'listed'),
  );
  await over([status(301, { location: `https://orcid.org/${old}` })], ({ providers }) =>
    assert.rejects(providers.list('orcid', old, signal()), { code: 'redirected' }),
  );
});

asking('counts a failure once when others have used up the time for its retry', () => {
  const SLOW_MS = 60;
  let starts = 0;
  const slowly = {
    get: async () => {
      if ((starts += 1) > 1) await pause(SLOW_MS);
      return null;
    },
    put: () => Promise.resolve({ key: '', value: null, version: 1, expiresAt: null }),
    now: () => Promise.resolve(0),
  };
  return over(
    [status(429, { 'retry-after': '0.001' })],
    async (scene) => {
      await assert.rejects(describe(scene), { code: 'rate_limited' });
      assert.equal(scene.server.requests.length, 1);
      assert.equal(scene.logged.length, 1, scene.logged.join());
    },
    { rate: 1_000, state: slowly, withinMs: SLOW_MS },
  );
});

asking('ends at once when the result is no longer needed', () =>
  over([silence], async ({ providers, server }) => {
    const gone = new AbortController();
    const answer = providers.describe('crossref', DOI, null, gone.signal);
    while (server.requests.length === 0) await new Promise(setImmediate);
    gone.abort(new Error('nobody'));
    await assert.rejects(answer, /nobody/u);
  }),
);

asking('never exceeds its rate', () =>
  over(
    [(response, request) => setTimeout(() => found(response, request), 5)],
    async ({ providers, server }) => {
      await Promise.all(
        Array.from({ length: 12 }, (_, n) => providers.describe('crossref', `${DOI}.${n}`, null, signal())),
      );
      assert.equal(server.requests.length, 12);
      assert.ok(server.maxConcurrent <= 2, `${server.maxConcurrent} at once`);
    },
    { concurrency: 2 },
  ),
);
