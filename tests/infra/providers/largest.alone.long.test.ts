/** Parsing each provider's responses takes steps and memory in proportion: tested with the largest permitted and ten times that. */
import assert from 'node:assert/strict';
import { describeByCrossref } from '../../../infra/providers/crossref/index.ts';
import { describeByDatacite } from '../../../infra/providers/datacite/index.ts';
import type { JsonClient } from '../../../infra/providers/http/client.ts';
import { describeByOpenalex, factsByOpenalex, listByOpenalex } from '../../../infra/providers/openalex/index.ts';
import { listByOrcid, personByOrcid } from '../../../infra/providers/orcid/index.ts';
import { PROVIDER, RECORD, TEXT } from '../../../domain/limits.ts';
import { ProviderUnavailable } from '../../../workers/ingestion/ports.ts';
import { heapUsed, promoted } from '../../support/heap.ts';
import { suite } from '../../support/suite.ts';

const BASE = 'https://api.example.org';
const DOI = '10.5555/large';
const ORCID = '0000-0002-1825-0097';
const MIB = 1024 ** 2;
const TIMES = 10;
/** The tree of the longest text that is parsed, if it is all tags, with garbage. */
const TREE = 64 * MIB;
/** Ten times the input may take ten times the steps, plus those of a sort. */
const MOST_GROWTH = TIMES * 1.5;

const many = <T>(count: number, of: (n: number) => T): readonly T[] => Array.from({ length: count }, (_, n) => of(n));
const never = new AbortController().signal;

/** Counts every property that is read, at any depth. */
const counting = (body: unknown): { readonly body: unknown; readonly steps: () => number } => {
  let steps = 0;
  const seen = new WeakMap<object, object>();
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const proxy = new Proxy(value, {
      get: (target, name, receiver) => {
        steps += 1;
        return watched(Reflect.get(target, name, receiver) as unknown);
      },
    });
    seen.set(value, proxy);
    return proxy;
  };
  return { body: watched(body), steps: () => steps };
};

const answering = (body: unknown): JsonClient => ({
  get: (url) =>
    Promise.resolve({
      kind: 'ok',
      body,
      fetchedAt: 1,
      source: { provider: 'crossref', url: url.href },
      bytes: 1,
      ms: 1,
    }),
});

const name = (n: number): string => `Family${n}`;
const openalexWork = (authors: number, words: number, n = 0) => ({
  id: `https://openalex.org/W${n}`,
  doi: `https://doi.org/${DOI}.${n}`,
  title: 'x'.repeat(100),
  type: 'article',
  authorships: many(authors, (at) => ({
    raw_author_name: `Given ${name(at)}`,
    author: { display_name: `Given ${name(at)}` },
  })),
  abstract_inverted_index: Object.fromEntries(many(words, (at) => [`w${at}`, [at]])),
  topics: many(words, (at) => ({ display_name: `Topic ${at}` })),
});
const person = (times: number) => ({
  name: {
    'credit-name': { value: 'N'.repeat(TEXT.nameCharacters * times) },
    'given-names': { value: 'G'.repeat(TEXT.nameCharacters * times) },
  },
  biography: { content: 'b '.repeat((TEXT.biographyCharacters / 2) * times) },
});
const orcidWork = (n: number) => ({
  'external-ids': {
    'external-id': [
      { 'external-id-type': 'doi', 'external-id-value': `${DOI}.${n}`, 'external-id-relationship': 'self' },
    ],
  },
  'work-summary': [{ 'put-code': n + 1, title: { title: { value: `Title ${n}` } } }],
});

type Reader = {
  /** `times` the largest that is accepted, or that a provider sends in one piece. */
  readonly body: (times: number) => unknown;
  readonly read: (client: JsonClient) => Promise<unknown>;
  /** It has a text with tags. */
  readonly isTagged?: true;
  /** Why ten times as much is refused; absent if it is read, and trimmed or refused later. */
  readonly refused?: string;
};

const READERS: Readonly<Record<string, Reader>> = {
  'a record of Crossref': {
    body: (times) => ({
      message: {
        DOI,
        type: 'journal-article',
        title: ['t'.repeat(TEXT.titleCharacters * times)],
        abstract: '<i>a</i> '.repeat((TEXT.abstractCharacters / 9) * times),
        author: many(RECORD.authors * times, (n) => ({ family: name(n), given: 'Given' })),
        'update-to': many(PROVIDER.notices * times, (n) => ({ DOI: `10.5555/w${n}`, type: 'retraction' })),
        'container-title': many(100 * times, (n) => `Journal ${n}`),
      },
    }),
    read: (client) => describeByCrossref(client, BASE)(DOI, null, never),
    isTagged: true,
  },
  'a record of DataCite': {
    body: (times) => ({
      data: {
        attributes: {
          doi: DOI,
          titles: many(20 * times, () => ({ title: 't'.repeat(TEXT.titleCharacters) })),
          creators: many(RECORD.authors * times, (n) => ({ familyName: name(n), givenName: 'Given', name: name(n) })),
          descriptions: [
            { descriptionType: 'Abstract', description: 'a<b '.repeat((TEXT.abstractCharacters / 4) * times) },
          ],
          types: { resourceTypeGeneral: 'Text' },
        },
      },
    }),
    read: (client) => describeByDatacite(client, BASE)(DOI, null, never),
  },
  'a record of OpenAlex': {
    body: (times) => openalexWork(RECORD.authors * times, 5_000 * times),
    read: (client) => describeByOpenalex(client, BASE)(DOI, null, never),
  },
  'facts of OpenAlex': {
    body: (times) => ({ meta: {}, results: many(200 * times, (n) => openalexWork(10, 10, n)) }),
    read: (client) =>
      factsByOpenalex(client, BASE)(
        many(50, (n) => `${DOI}.${n}`),
        never,
      ),
  },
  'a list of OpenAlex': {
    body: (times) => ({
      meta: { next_cursor: null },
      results: many(PROVIDER.listWorks * times, (n) => openalexWork(1, 1, n)),
    }),
    read: (client) => listByOpenalex(client, BASE)(ORCID, never),
    refused: 'too_many',
  },
  'a list of ORCID': {
    body: (times) => ({ group: many(PROVIDER.listWorks * times, orcidWork) }),
    read: (client) => listByOrcid(client, BASE)(ORCID, never),
    refused: 'too_many',
  },
  'a person of ORCID': { body: person, read: (client) => personByOrcid(client, BASE)(ORCID, never) },
};

const largest = suite('reading', { timeoutMs: 120_000 });

for (const [what, { body, read, refused, isTagged = false }] of Object.entries(READERS)) {
  largest(`${what} takes steps in proportion to it`, async () => {
    const stepsFor = async (times: number): Promise<number> => {
      const { body: watched, steps } = counting(body(times));
      const code = await read(answering(watched)).then(
        () => undefined,
        (error: unknown) => (error instanceof ProviderUnavailable ? error.code : String(error)),
      );
      assert.equal(code, times === 1 ? undefined : refused);
      return steps();
    };
    const [once, tenfold] = [await stepsFor(1), await stepsFor(TIMES)];
    assert.ok(once > 0);
    assert.ok(tenfold <= MOST_GROWTH * once + 1_000, `${once} steps, and ${tenfold} for ten times as much`);
  });

  largest(`${what} takes memory in proportion to it, and retains none`, async () => {
    for (const times of [1, TIMES]) {
      const whole = body(times);
      const bytes = JSON.stringify(whole).length;
      const before = heapUsed();
      let result: unknown = await read(answering(whole)).catch((error: unknown) => error);
      const growth = promoted() - before;
      assert.ok(growth < 4 * bytes + (isTagged ? TREE : 8 * MIB), `${growth} bytes for ${bytes}`);
      assert.ok(result !== undefined);
      result = undefined;
      const kept = heapUsed() - before;
      assert.ok(kept < 8 * MIB, `${kept} bytes are retained of ${bytes}`);
    }
  });
}
