/** The cost of the largest texts and requests permitted, and of those far beyond. */
import { inventedOrcid } from '../support/history/papers.ts';
import { richText } from '../../commands/text/index.ts';
import { REQUEST, SEARCH, TEXT } from '../../domain/limits.ts';
import { serveDashboard } from '../support/dashboard.ts';
import { ingestAll } from '../support/ingesting.ts';
import { openInstallation } from '../support/installation.ts';
import { servePublic, type Reply } from '../support/serving.ts';
import { BOMBS } from '../support/text-bombs.ts';
import { atMost, type Bench, type Report } from './report.ts';

const AIM_MS = 250;
const CARBERRY = '0000-0002-1825-0097';
const LIST = '/v1/publications';

const texts = (report: Report): void => {
  for (const [what, bomb] of Object.entries(BOMBS))
    for (const times of [1, 10]) {
      const text = bomb(times * TEXT.abstractCharacters);
      const began = performance.now();
      richText(text);
      const value = performance.now() - began;
      const size = `${text.length.toLocaleString('en')} characters`;
      report({ what: `${what}, ${size}`, value, unit: 'ms', ...(times === 1 ? { aim: atMost(AIM_MS) } : {}) });
    }
};

const count = <T>(length: number, of: (n: number) => T): readonly T[] => Array.from({ length }, (_, n) => of(n));

const ADDRESSES: Readonly<Record<string, string>> = {
  [`q of ${SEARCH.characters} characters, one word`]: `${LIST}?q=${'a'.repeat(SEARCH.characters)}`,
  [`q of ${SEARCH.terms} words`]: `${LIST}?q=${count(SEARCH.terms, (n) => n.toString(36)).join('+')}`,
  'the longest URL': `${LIST}?q=`.padEnd(REQUEST.urlBytes, 'a'),
  'a URL ten times as long': `${LIST}?q=`.padEnd(10 * REQUEST.urlBytes, 'a'),
  '10,000 unknown parameters': `${LIST}?${count(10_000, (n) => n.toString(36)).join('&')}`,
  'as many unknown parameters as a URL can contain': `${LIST}?${count(2_000, (n) => n.toString(36)).join('&')}`,
};

const timed = async (report: Report, what: string, ask: () => Promise<Reply | Response>): Promise<void> => {
  const began = performance.now();
  const { status } = await ask();
  const value = performance.now() - began;
  report({ what: `${what}: ${status}`, value, unit: 'ms' });
};

const patch = (value: unknown): readonly object[] =>
  count(REQUEST.patchOperations, () => ({ op: 'add', path: '/note', value }));

const requests = async (report: Report): Promise<void> => {
  await using installation = await openInstallation();
  await using served = await servePublic(installation, { cacheBytes: 0 });
  await using dashboard = await serveDashboard(installation);
  await ingestAll(installation, [CARBERRY]);
  const member = await dashboard.signIn('member');
  const listed = await member.get('/api/publications');
  const [first] = (listed.body as { readonly publications: readonly { readonly id: string }[] }).publications;
  const address = `/api/publications/${first?.id}`;
  // The first request of a process compiles what all others use.
  await served.get(LIST);
  for (const [what, path] of Object.entries(ADDRESSES)) await timed(report, what, () => fetch(served.url + path));
  const operations = `a patch of ${REQUEST.patchOperations.toLocaleString('en')} operations`;
  await timed(report, operations, () => member.patch(address, patch('x'.repeat(900))));
  const long = patch('x'.repeat(10_000)).slice(0, 100);
  await timed(report, 'a patch of the longest values', () => member.patch(address, long));
  const orcids = count(REQUEST.listItems, inventedOrcid);
  await timed(report, 'the longest list of iDs', () => member.post('/api/ingest', { orcid_ids: orcids }));
  const nested = '['.repeat(REQUEST.bodyBytes / 2 - 1) + ']'.repeat(REQUEST.bodyBytes / 2 - 1);
  await timed(report, 'a body of brackets only', () => member.patch(address, nested));
};

export const hostile: Bench = {
  about:
    'Cleaning of hostile texts, as long as the longest abstract and ten times as long; and requests at their ' +
    'limits and beyond, with the response status. Client and server share a process, so the client’s time is included.',
  measure: async (report) => {
    texts(report);
    await requests(report);
  },
};
