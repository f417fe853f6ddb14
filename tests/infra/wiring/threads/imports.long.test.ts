/** Imports for an api: parsed in a separate thread, which may die without the api's. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { bootstrap } from '../../../../commands/bootstrap.ts';
import { newCaller } from '../../../../commands/caller.ts';
import type { Refused } from '../../../../domain/errors.ts';
import { readConfig } from '../../../../infra/config.ts';
import { randomIds, systemClock } from '../../../../infra/system.ts';
import type { ProviderCall } from '../../../../infra/providers/http/client.ts';
import { openImports, type ImportOptions, type OpenImports } from '../../../../infra/wiring/threads/imports.ts';
import { hostileProviders, respondWith, type HostileProviders } from '../../../support/hostile-providers.ts';
import { silent } from '../../../support/silent.ts';
import { inPlace } from '../../../support/stores.ts';
import { suite } from '../../../support/suite.ts';
import { closing } from '../../../support/closing.ts';

type Stage = { readonly imports: OpenImports; readonly providers: HostileProviders };
type Limited = Partial<ImportOptions>;

const caller = (workspace = 'org') => newCaller(randomIds, workspace, { type: 'user', id: 'jo' });
const never = new AbortController().signal;

const stage = (test: (stage: Stage) => Promise<void>, options: Limited = {}): Promise<void> =>
  inPlace(
    async (place) => {
      await using providers = closing(await hostileProviders());
      const { urls } = providers;
      const env = {
        ...{ ORCID_API_URL: urls.orcid, CROSSREF_API_URL: urls.crossref },
        ...{ DATACITE_API_URL: urls.datacite, OPENALEX_API_URL: urls.openalex },
        ...{ PROVIDER_RATE: '0', LOG_LEVEL: 'silent' },
      };
      const stores = await place.open();
      await bootstrap({ events: stores.events, clock: systemClock, ids: randomIds });
      await stores.close();
      await using imports = closing(openImports(readConfig({ ...place.env, ...env }), { log: silent, ...options }));
      await test({ imports, providers });
    },
    { forPrograms: true },
  );

/** Characters that this thread parses during the work. */
const parsedHere = async (work: () => Promise<unknown>): Promise<number> => {
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (text: string, ...rest: []) => {
    characters += text.length;
    return parse(text, ...rest) as unknown;
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return characters;
};

const importing = suite('an import of the api');

importing('parses no provider response in the api’s thread', () =>
  stage(async ({ imports, providers }) => {
    const authors = Array.from({ length: 1_000 }, (_, n) => ({ family: `Family${n}`, given: 'Given' }));
    const message = { DOI: '10.5555/large', title: ['Large'], author: authors, reference: 'x'.repeat(8_000_000) };
    providers.answer('/crossref/', respondWith({ message }));
    const characters = await parsedHere(async () => {
      const { doi, outcome } = await imports.doi({ doi: '10.5555/large', personOrcids: [] }, caller(), never);
      assert.deepEqual([doi, outcome], ['10.5555/large', 'created']);
    });
    assert.ok(characters < 10_000, `${characters} characters were parsed here`);
  }),
);

importing('gives the reason for a refusal, and reports an unavailable provider', () =>
  stage(async ({ imports, providers }) => {
    await assert.rejects(imports.doi({ doi: 'none', personOrcids: [] }, caller(), never), (error) => {
      const { name, kind, code } = error as Refused;
      assert.deepEqual([name, kind, code], ['Refused', 'invalid', 'invalid_doi']);
      return true;
    });
    await assert.rejects(imports.doi({ doi: '10.5555/unknown', personOrcids: [] }, caller(), never), {
      name: 'Refused',
      kind: 'not_found',
    });
    providers.answer('/crossref/', respondWith({ message: 'nothing' }));
    await assert.rejects(imports.doi({ doi: '10.5555/odd', personOrcids: [] }, caller(), never), {
      name: 'Unavailable',
      message: /crossref.*unexpected shape/u,
    });
  }),
);

importing('is previewed in the same thread, and records nothing', () =>
  stage(async ({ imports, providers }) => {
    providers.answer('/crossref/', respondWith({ message: { DOI: '10.5555/looked', title: ['Looked at'] } }));
    const lookup = { doi: '10.5555/looked', personOrcids: [] };
    for (const look of [1, 2]) {
      const { outcome, title, changes } = await imports.preview(lookup, caller(), never);
      assert.deepEqual([outcome, title, changes.length > 0], ['created', 'Looked at', true], `look ${look}`);
    }
    await assert.rejects(imports.preview({ doi: 'none', personOrcids: [] }, caller(), never), { code: 'invalid_doi' });
  }),
);

importing('ends when its client has disconnected', () =>
  stage(async ({ imports, providers }) => {
    const gone = new AbortController();
    providers.answer('/crossref/', () => gone.abort(new Error('gone')));
    await assert.rejects(imports.doi({ doi: '10.5555/slow', personOrcids: [] }, caller(), gone.signal), /gone/u);
    providers.forget();
    providers.answer('/crossref/', respondWith({ message: { DOI: '10.5555/next', title: ['Next'] } }));
    assert.equal((await imports.doi({ doi: '10.5555/next', personOrcids: [] }, caller(), never)).outcome, 'created');
  }),
);

const small = (title: string) => respondWith({ message: { DOI: `10.5555/${title}`, title: [title] } });
const outcomeOf = async ({ imports }: Stage, title: string): Promise<string> =>
  (await imports.doi({ doi: `10.5555/${title}`, personOrcids: [] }, caller(), never)).outcome;

const calls: ProviderCall[] = [];
importing('is measured by the api: every request to a provider, its outcome and duration', () =>
  stage(
    async (on) => {
      on.providers.answer('/crossref/', small('measured'));
      assert.equal(await outcomeOf(on, 'measured'), 'created');
      const outcomes = calls.map(({ provider, status }) => `${provider} ${status}`);
      assert.ok(outcomes.includes('crossref 200'), outcomes.join(', '));
      assert.equal(calls.length, on.providers.requested.length);
      assert.ok(calls.every(({ ms }) => ms >= 0));
    },
    { providerCall: (call) => void calls.push(call) },
  ),
);

const died: string[] = [];
importing('that needs more memory than its thread has is unavailable, and the next one works', () =>
  stage(
    async (on) => {
      const author = Array.from({ length: 400_000 }, (_, n) => ({ family: `Family${n}`, given: 'Given' }));
      on.providers.answer('/crossref/', respondWith({ message: { DOI: '10.5555/vast', title: ['Vast'], author } }));
      await assert.rejects(outcomeOf(on, 'vast'), { name: 'Unavailable', message: /too large to be read/u });
      assert.deepEqual(died, ['the import thread died']);
      on.providers.forget();
      on.providers.answer('/crossref/', small('next'));
      assert.equal(await outcomeOf(on, 'next'), 'created');
    },
    {
      log: { ...silent, error: (_fields, message) => void died.push(message) },
      limits: {
        memory: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 },
        withinMs: 60_000,
        givenUpWithinMs: 10_000,
      },
    },
  ),
);

const hasty = { memory: {}, withinMs: 60_000, givenUpWithinMs: 10_000 };
const ended: string[] = [];
importing('that takes too long is unavailable, its thread is ended if it is stuck, and the next one works', () =>
  stage(
    async (on) => {
      on.providers.answer('/crossref/', small('first'));
      assert.equal(await outcomeOf(on, 'first'), 'created');
      on.providers.answer('/crossref/works/10.5555/silent', () => undefined);

      // A thread that gives up in time continues.
      hasty.withinMs = 50;
      await assert.rejects(outcomeOf(on, 'silent'), { name: 'Unavailable', message: /no answer within 50 ms/u });
      hasty.withinMs = 60_000;
      on.providers.answer('/crossref/works/10.5555/second', small('second'));
      assert.equal(await outcomeOf(on, 'second'), 'created');
      assert.deepEqual(ended, []);

      // One that does not respond at once is stuck.
      Object.assign(hasty, { withinMs: 50, givenUpWithinMs: 0 });
      while (ended.length === 0) {
        await assert.rejects(outcomeOf(on, 'silent'), { name: 'Unavailable', message: /no answer within 50 ms/u });
        // The timer that ends it was set before; if the thread has responded first, it is asked again.
        await pause(2);
      }
      Object.assign(hasty, { withinMs: 60_000, givenUpWithinMs: 10_000 });
      on.providers.answer('/crossref/works/10.5555/third', small('third'));
      assert.equal(await outcomeOf(on, 'third'), 'created');
      assert.deepEqual(ended, ['terminating the stuck import thread']);
    },
    { log: { ...silent, error: (_fields, message) => void ended.push(message) }, limits: hasty },
  ),
);

const importsOf = ({ imports }: Stage, workspace: string, count: number, signal = never) =>
  Array.from({ length: count }, (_, n) =>
    imports.doi({ doi: `10.5555/${workspace}${n}`, personOrcids: [] }, caller(workspace), signal),
  );

/** Holds requests to Crossref until `next` releases the oldest. */
const slowCrossref = ({ providers }: Stage) => {
  const held: (readonly [doi: string, answer: () => void])[] = [];
  let heard = (): void => undefined;
  providers.answer('/crossref/works/', (response, request) => {
    const doi = decodeURIComponent(request.url ?? '').replace(/^.*\/works\//u, '');
    held.push([doi, () => respondWith({ message: { DOI: doi, title: [doi] } })(response, request)]);
    heard();
  });
  return {
    next: async (): Promise<string> => {
      while (held.length === 0) await new Promise<void>((resolve) => (heard = resolve));
      const [doi, answer] = held.shift() ?? assert.fail();
      answer();
      return doi;
    },
  };
};

importing('does not wait for all those of another workspace', () =>
  stage(async (on) => {
    const crossref = slowCrossref(on);
    const gone = new AbortController();
    const theirs = Promise.allSettled(importsOf(on, 'a', 50, gone.signal));
    const [ours] = importsOf(on, 'b', 1);
    let before = 0;
    while ((await crossref.next()) !== '10.5555/b0') before += 1;
    assert.equal((await ours)?.outcome, 'created');
    assert.ok(before < 15, `${before} came before it`);
    gone.abort(new Error('gone'));
    assert.ok((await theirs).filter(({ status }) => status === 'rejected').length > 30);
  }),
);

const brief = { memory: {}, withinMs: 60_000, givenUpWithinMs: 10_000 };
importing('that waits behind others of its workspace is given up as soon as they are', () =>
  stage(
    async (on) => {
      on.providers.answer('/crossref/', small('first'));
      assert.equal(await outcomeOf(on, 'first'), 'created');
      on.providers.answer('/crossref/', () => undefined);
      brief.withinMs = 200;
      const ends = await Promise.allSettled(importsOf(on, 'a', 50));
      for (const end of ends) assert.match(String(end.status === 'rejected' && end.reason), /no answer within 200 ms/u);
      const requested = new Set(on.providers.requested.flatMap((url) => /10\.5555\/a\d+/u.exec(url) ?? []));
      assert.ok(requested.size <= 5, `${requested.size} were begun`);
    },
    { limits: brief },
  ),
);
