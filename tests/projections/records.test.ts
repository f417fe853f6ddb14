/** The rows of works, members, keys and the timeline, by event list. */
import assert from 'node:assert/strict';
import type { WorkEvent } from '../../domain/work/events.ts';
import { apiKeys, apiKeysProjection } from '../../projections/api-keys.ts';
import { cleanups, timeline, timelineProjection } from '../../projections/timeline/index.ts';
import { actorTerm, subjectTerm } from '../../projections/timeline/terms.ts';
import { fold } from '../../domain/decider.ts';
import { work as workRules } from '../../domain/work/work.ts';
import { works, worksProjection, type WorkRow } from '../../projections/works.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import { members } from '../../projections/workspaces/members.ts';
import { workspaces } from '../../projections/workspaces/workspaces.ts';
import type { Row } from '../../projections/ports.ts';
import { suite } from '../support/suite.ts';
import { inStream, rowsAfter } from '../support/rows-after.ts';

const work = suite('the row of a work');
const added = {
  type: 'WorkAdded',
  data: {
    key: 'isbn.1',
    original: { type: 'book', title: 'Pots', issued: { 'date-parts': [[1999]] } },
    href: 'https://example.org/1',
    source: { provider: 'orcid', url: 'https://pub.orcid.org' },
    fetchedAt: 7,
  },
} as const satisfies WorkEvent;
const workRow = async (...events: readonly WorkEvent[]): Promise<Row | undefined> =>
  (await rowsAfter(worksProjection, inStream('work-org~isbn.1', ...events)))(works, 'org~isbn.1');

const hrefOf = (row: Row | undefined): string | undefined => (row as unknown as WorkRow | undefined)?.view.state.href;

work('keeps the URL that staff set for a work that they made', async () => {
  const { key, original, source } = added.data;
  const created: WorkEvent = { type: 'WorkCreated', data: { key, original, href: 'https://example.org/ours' } };
  const refreshed: WorkEvent = {
    type: 'WorkRefreshed',
    data: { changes: [], href: 'https://example.org/theirs', source, fetchedAt: 9 },
  };
  const state = fold(workRules, [created, refreshed]);
  assert.equal(state.status !== 'absent' && state.href, 'https://example.org/ours');
  assert.equal(hrefOf(await workRow(created, refreshed)), 'https://example.org/ours');
});

work('is found and sorted by its title without markup', async () => {
  const original = { ...added.data.original, title: '<i>Uptake</i> of CO<sub>2</sub> of CO' };
  const row = await workRow({ ...added, data: { ...added.data, original } });
  assert.deepEqual([row?.['terms'], row?.['titleKey']], [['uptake', 'of', 'co2', 'co'], 'uptake of co2 of co']);
});

work('is not listed while another item supersedes it', async () => {
  const superseded: WorkEvent = { type: 'WorkSuperseded', data: { key: 'isbn.1', by: { doi: '10.5555/pots.1' } } };
  const separated: WorkEvent = { type: 'WorkSeparated', data: { from: { doi: '10.5555/pots.1' } } };
  const shown = async (...events: readonly WorkEvent[]) => {
    const row = await workRow(added, ...events);
    return [row?.['status'], row?.['published']];
  };
  assert.deepEqual(await shown(superseded), ['superseded', false]);
  assert.deepEqual(await shown(superseded, separated), ['published', true]);
});

work('keeps edits of title and URL through later refreshes', async () => {
  const edited: WorkEvent = {
    type: 'WorkEdited',
    data: {
      changes: [{ path: '/title', before: 'Pots', after: 'Mended' }],
      reverted: [],
      href: 'https://example.org/ours',
    },
  };
  const refreshed: WorkEvent = {
    type: 'WorkRefreshed',
    data: {
      changes: [{ path: '/title', before: 'Pots', after: 'Jars' }],
      href: 'https://example.org/2',
      source: { provider: 'orcid', url: 'https://pub.orcid.org' },
      fetchedAt: 9,
    },
  };
  const plain = await workRow(added, refreshed);
  assert.deepEqual([plain?.['title'], hrefOf(plain)], ['Jars', 'https://example.org/2']);
  const row = await workRow(added, edited, refreshed);
  assert.deepEqual([row?.['title'], hrefOf(row)], ['Mended', 'https://example.org/ours']);
});

work('is shown until it is unpublished or archived, and removed by a reset', async () => {
  const is = async (...types: readonly ('WorkUnpublished' | 'WorkArchived' | 'WorkUnarchived' | 'WorkPublished')[]) =>
    (await workRow(added, ...types.map((type): WorkEvent => ({ type, data: {} }))))?.['published'];
  assert.deepEqual(
    [await is(), await is('WorkUnpublished'), await is('WorkArchived', 'WorkUnarchived'), await is('WorkUnpublished', 'WorkPublished')], // oxfmt-ignore
    [true, false, false, true],
  );
  assert.equal(await workRow(added, { type: 'WorkReset', data: {} }), undefined);
});

const people = suite('the rows of a workspace');

people('are its name and its members with their current roles', async () => {
  const row = await rowsAfter(
    workspacesProjection,
    inStream('workspace-org', { type: 'WorkspaceCreated', data: { id: 'org', name: 'Institute' } }),
    inStream(
      'member-org~u1',
      { type: 'MemberAdded', data: { userId: 'u1', role: 'member' } },
      { type: 'MemberRoleChanged', data: { userId: 'u1', before: 'member', role: 'workspace_admin' } },
    ),
    inStream(
      'member-org~u2',
      { type: 'MemberAdded', data: { userId: 'u2', role: 'member' } },
      { type: 'MemberRemoved', data: { userId: 'u2', before: 'member' } },
    ),
  );
  assert.equal(row(workspaces, 'org')?.['name'], 'Institute');
  assert.equal(row(members, 'org~u1')?.['role'], 'workspace_admin');
  assert.equal(row(members, 'org~u2'), undefined);
});

const keys = suite('the row of a key');

keys('is found by its hash, and shows its current permissions', async () => {
  const hash = 'a'.repeat(64);
  const settings = { scopes: ['ingest'], rateLimitPerMinute: 60 } as const;
  const stream = `api-key-org~${hash}`;
  const issued = {
    type: 'ApiKeyIssued',
    data: { keyHash: hash, clientName: 'P', rotatedFrom: null, ...settings },
  } as const;
  const after = { scopes: ['membership.update'], rateLimitPerMinute: 5 } as const;
  const rows = await rowsAfter(
    apiKeysProjection,
    inStream(
      stream,
      issued,
      { type: 'ApiKeyChanged', data: { before: settings, after } },
      { type: 'ApiKeySuspended', data: {} },
    ),
  );
  const row = rows(apiKeys, hash);
  assert.deepEqual(
    [row?.['workspace'], row?.['scopes'], row?.['rateLimitPerMinute'], row?.['status'], row?.['createdAt'], row?.['updatedAt']], // oxfmt-ignore
    ['org', ['membership.update'], 5, 'suspended', 0, 2],
  );
  const revoked = await rowsAfter(
    apiKeysProjection,
    inStream(stream, issued, { type: 'ApiKeyRevoked', data: { replacedBy: 'b' } }),
  );
  assert.deepEqual([revoked(apiKeys, hash)?.['status'], revoked(apiKeys, hash)?.['replacedBy']], ['revoked', 'b']);
});

const events = suite('the rows of the timeline');

events('contain the position of an event and its search terms, but none of its data', async () => {
  const stream = 'person-org~0000-0002-1825-0097';
  const named = { type: 'PersonNamed', data: { name: 'Ada Secret', slug: null, saidBy: 'staff' } } as const;
  const store = await rowsAfter(
    timelineProjection,
    inStream(stream, { type: 'PersonRegistered', data: { orcid: '0000-0002-1825-0097' } }, named),
    inStream('timeline-org~activity', {
      type: 'TimelineCleaned',
      data: { mode: 'all', before: null, upTo: 1, hidden: 2 },
    }),
  );
  const cleanup = store(cleanups, 'org');
  assert.deepEqual([cleanup?.['fromPlace'], cleanup?.['fromTime']], [2, 0]);
  const found = [...(await allTimelineRows(stream, named))];
  const [row] = found.filter(({ type }) => type === 'PersonNamed');
  assert.ok(row !== undefined && !JSON.stringify(row).toLowerCase().includes('secret'));
  assert.deepEqual([row['stream'], row['revision'], row['workspace'], row['actorType']], [stream, 0, 'org', 'system']);
  const terms = row.terms ?? [];
  assert.ok(terms.includes(actorTerm('test')));
  assert.ok(terms.includes(subjectTerm({ type: 'person', id: '0000-0002-1825-0097' })));
});

const allTimelineRows = async (stream: string, event: Parameters<typeof inStream>[1]): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  const read = await rowsAfter(timelineProjection, inStream(stream, event));
  // Ids are those of the events, which are random: rows are read one by one.
  for (const id of read.ids(timeline)) {
    const row = read(timeline, id);
    if (row !== undefined) rows.push(row);
  }
  return rows;
};
