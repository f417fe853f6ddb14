/** An edit whose outcome is too large, sent over a socket, is a 400 that names the limit, and changes nothing. */
import assert from 'node:assert/strict';
import type { CslItem } from '../../../domain/csl.ts';
import { APPEND, jsonBytes, RECORD, REQUEST } from '../../../domain/limits.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { newEvent } from '../../support/new-event.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';

const tooLarge = suite('an edit whose outcome is too large', { timeoutMs: 60_000 });
const { installation, jo } = await staffed(tooLarge);

const authors = (count: number, mark: string): NonNullable<CslItem['author']> =>
  Array.from({ length: count }, (_, n) => ({ family: `${mark}-${n}`, given: mark.repeat(20) }));

/** A publication as the log has it, and its URL. */
const holding = async (name: string, author: CslItem['author']): Promise<string> => {
  const doi = `10.5555/${name}`;
  const original: CslItem = {
    type: 'article-journal',
    title: name,
    DOI: doi,
    ...(author === undefined ? {} : { author }),
  };
  const event = newEvent(1);
  const data = {
    ...{ doi, original, source: { provider: 'crossref', url: `https://api.example.org/works/${doi}` } },
    ...{ fetchedAt: 1_000, enrichment: null, citedByCount: null, notices: [] },
  };
  const metadata = { ...event.metadata, workspace: 'org' };
  await installation.events.append(
    `publication-org~${doi}`,
    [{ ...event, type: 'PublicationAdded', data, metadata }],
    'none',
  );
  await installation.settled();
  return `/api/publications/${doi}`;
};

type Shown = { readonly merged: unknown; readonly etag: string | null };

const shown = async (address: string): Promise<Shown> => {
  const reply = await jo.get(address);
  const { merged } = bodyOf<{ readonly merged: unknown }>(reply);
  return { merged, etag: reply.headers.get('etag') };
};

const refused = async (address: string, operations: readonly object[], limit: number): Promise<void> => {
  assert.ok(jsonBytes(operations) < REQUEST.bodyBytes, 'the request itself is within its limit');
  const [before, head] = [await shown(address), await installation.events.head()];
  const { status, text } = await jo.patch(address, operations);
  assert.equal(status, 400, text);
  assert.match((JSON.parse(text) as { readonly error: string }).error, /too large|is \d+ bytes/u);
  assert.match(text, new RegExp(`at most ${limit} `, 'u'));
  assert.equal(await installation.events.head(), head, 'nothing is appended');
  assert.deepEqual(await shown(address), before);
};

tooLarge('as a record names the limit on records', async () => {
  const address = await holding('too-large.record', undefined);
  const value = authors(RECORD.authors, 'abc');
  assert.ok(jsonBytes(value) > RECORD.bytes);
  await refused(address, [{ op: 'add', path: '/author', value }], RECORD.bytes);
});

tooLarge('as a decision names the limit on appends', async () => {
  // Larger than any record may be today: it may be replaced by another of its size, but not in a single append.
  const address = await holding('too-large.event', authors(19_500, 'x'));
  const value = authors(RECORD.authors, 'abcdef');
  assert.ok(jsonBytes(value) > APPEND.bytes);
  await refused(address, [{ op: 'replace', path: '/author', value }], APPEND.bytes);
});
