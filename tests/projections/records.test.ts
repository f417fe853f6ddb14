/** The rows of works, members, keys and the timeline, by event list. */
import assert from 'node:assert/strict';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { apiKeys, apiKeysProjection } from '../../projections/api-keys.ts';
import { cleanups, timeline, timelineProjection } from '../../projections/timeline/index.ts';
import { actorTerm, subjectTerm } from '../../projections/timeline/terms.ts';
import { catalogue } from '../../projections/catalogue/index.ts';
import { publicItems } from '../../projections/catalogue/public-items.ts';
import { publications } from '../../projections/catalogue/publications.ts';
import { workspacesProjection } from '../../projections/workspaces/index.ts';
import { members } from '../../projections/workspaces/members.ts';
import { workspaces } from '../../projections/workspaces/workspaces.ts';
import type { Row } from '../../projections/ports.ts';
import { suite } from '../support/suite.ts';
import { inStream, rowsAfter } from '../support/rows-after.ts';

const work = suite('the row of a work without a DOI');
const added = {
  type: 'PublicationAdded',
  data: {
    doi: 'isbn.1',
    original: { type: 'book', title: 'Pots', issued: { 'date-parts': [[1999]] }, URL: 'https://example.org/1' },
    source: { provider: 'orcid', url: 'https://pub.orcid.org' },
    fetchedAt: 7,
    ...{ enrichment: null, citedByCount: null, notices: [] },
  },
} as const satisfies PublicationEvent;

const rowsOfWork = async (...events: readonly PublicationEvent[]) => {
  const rows = await rowsAfter(catalogue, inStream('work-org~isbn.1', ...events));
  return { own: rows(publications, 'org~isbn.1'), everywhere: rows(publicItems, 'isbn.1') };
};

work('is that of a publication with another key, in the workspace and across all', async () => {
  const { own, everywhere } = await rowsOfWork(added);
  assert.deepEqual(
    [own?.['key'], own?.['hasDoi'], own?.['public'], own?.['publicationYear'], everywhere?.['hasDoi'], everywhere?.['public']], // oxfmt-ignore
    ['isbn.1', false, true, 1999, false, true],
  );
});

work('has the time of its creation where no provider has answered', async () => {
  const { doi, original } = added.data;
  const { own } = await rowsOfWork({ type: 'PublicationCreated', data: { doi, original } });
  assert.deepEqual([own?.['lastFetchedAt'], own?.['addedAt']], [0, 0]);
});

work('is not listed while another item supersedes it', async () => {
  const superseded: PublicationEvent = { type: 'PublicationSuperseded', data: { by: '10.5555/pots.1' } };
  const separated: PublicationEvent = { type: 'PublicationSeparated', data: { from: '10.5555/pots.1' } };
  const shown = async (...events: readonly PublicationEvent[]) => {
    const { own } = await rowsOfWork(added, ...events);
    return [own?.['aliasOf'], own?.['public']];
  };
  assert.deepEqual(await shown(superseded), ['10.5555/pots.1', false]);
  assert.deepEqual(await shown(superseded, separated), [null, true]);
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
