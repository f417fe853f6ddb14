/** Responses of a hostile provider: the sample's responses under other names, mutated, and sometimes not JSON at all. */
import { gzipSync } from 'node:zlib';
import type { Json } from '../../../domain/json.ts';
import { PROVIDER } from '../../../domain/limits.ts';
import { answerTo } from '../../../infra/demo/replaying.ts';
import { SAMPLE } from '../../../infra/demo/sample.ts';
import type { Random } from '../../support/history/random.ts';
import { mangled } from './mutate.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const JSON_TYPE = { 'content-type': 'application/json' };

const [ARTICLE, DATASET, SOMEBODY] = ['10.5555/cpot.2019.001', '10.5555/data.knocks.v2', '0000-0002-1825-0097'];

const replayed = (address: string): Json => answerTo(SAMPLE, new URL(address, 'http://sample')) as Json;

const TEMPLATES: Readonly<Record<string, Json>> = {
  crossref: replayed(`/crossref/works/${ARTICLE}`),
  datacite: replayed(`/datacite/dois/${DATASET}`),
  work: replayed(`/openalex/works/${ARTICLE}`),
  works: replayed(`/openalex/works?filter=author.orcid:${SOMEBODY}`),
  facts: replayed(`/openalex/works?filter=doi:${ARTICLE}`),
  person: replayed(`/orcid/${SOMEBODY}/person`),
  list: replayed(`/orcid/${SOMEBODY}/works`),
};

/** More than may be decompressed, in a few kilobytes. */
const BOMB = gzipSync(Buffer.alloc(PROVIDER.answerBytes + 1, '['), { level: 9 });

const oddities: readonly [Answer, ...Answer[]] = [
  { status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: BOMB },
  { status: 200, headers: JSON_TYPE, body: Buffer.from('[['.repeat(100_000)) },
  { status: 200, headers: JSON_TYPE, body: Buffer.from('{"message":') },
  { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') },
  { status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'br' }, body: Buffer.from('no brotli') },
  { status: 302, headers: { location: 'http://localhost:9/elsewhere' }, body: Buffer.alloc(0) },
  { status: 302, headers: { location: '/crossref/works/again' }, body: Buffer.alloc(0) },
  { status: 400, headers: JSON_TYPE, body: Buffer.from('{}') },
  { status: 404, headers: JSON_TYPE, body: Buffer.from('{}') },
  { status: 204, headers: {}, body: Buffer.alloc(0) },
];

const ODD = 0.05;

export const kindOf = ({ pathname, searchParams }: URL): string | null => {
  if (pathname.startsWith('/crossref/')) return 'crossref';
  if (pathname.startsWith('/datacite/')) return 'datacite';
  if (pathname.startsWith('/openalex/works/')) return 'work';
  if (pathname === '/openalex/works') return (searchParams.get('filter') ?? '').startsWith('doi') ? 'facts' : 'works';
  if (pathname.endsWith('/person')) return 'person';
  return pathname.endsWith('/works') ? 'list' : null;
};

/** `doi`: the requested one, so that the response is about it unless it was mutated there. */
export const answerOf = (random: Random, kind: string, doi: string | null): Answer => {
  if (random.chance(ODD)) return random.pick(oddities);
  const template = JSON.stringify(TEMPLATES[kind]);
  const known = kind === 'datacite' ? DATASET : ARTICLE;
  const own = JSON.parse(doi === null ? template : template.replaceAll(known, doi)) as Json;
  return { status: 200, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(mangled(random, own))) };
};
