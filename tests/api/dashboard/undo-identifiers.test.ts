/** Withdrawing an identifier from a publication over HTTP. */
import assert from 'node:assert/strict';
import { loadState } from '../../../commands/aggregate.ts';
import { newCaller } from '../../../commands/caller.ts';
import { handle } from '../../../commands/handle.ts';
import { identifierAggregate } from '../../../commands/aggregates.ts';
import type { Item } from '../../../domain/identifier/events.ts';
import { randomIds } from '../../../infra/system.ts';
import { bodyOf } from '../../support/dashboard.ts';
import { addPaper } from '../../support/papers.ts';
import { staffed } from '../../support/staffed.ts';
import { suite } from '../../support/suite.ts';
import type { Reply } from '../../support/serving.ts';

const undoing = suite('undoing the assignment of an identifier');
const { installation, jo } = await staffed(undoing);

const DOI = '10.5555/paired';
const PAIRED: Item = { doi: DOI };

type Event = Readonly<Record<'id' | 'event_type' | 'summary' | 'correlation_id', string>> & {
  readonly undo_role: string | null;
  readonly subject: { readonly type: string; readonly id: string };
};
type Result = Readonly<Record<string, unknown>>;

/** As an ingestion does that reads a list. */
const assign = async (identifier: string, to: Item, correlationId = randomIds.next()): Promise<void> => {
  const caller = { ...newCaller(randomIds, 'org', { type: 'system', id: 'test' }), correlationId };
  const command = { type: 'AssignIdentifier', identifier, to, list: 'https://orcid.example/1/works', at: 1 } as const;
  await handle(installation, identifierAggregate, identifier, command, caller);
  await installation.settled();
};
const named = async (identifier: string): Promise<Item | null> =>
  (await loadState(installation.events, identifierAggregate, 'org', identifier)).state.assigned?.to ?? null;

const latest = async (type: string, query: string): Promise<Event> => {
  const path = `/api/activity?event_type=${type}&q=${query}`;
  const [event] = bodyOf<{ events: readonly Event[] }>(await jo.get(path)).events;
  assert.ok(event, `${type} of ${query}`);
  return event;
};
const undo = ({ id }: Event, body: unknown = {}): Promise<Reply> => jo.post(`/api/activity/${id}/undo`, body);
const undone = async (event: Event, body?: unknown): Promise<Result> => bodyOf<Result>(await undo(event, body));

undoing('withdraws it from a publication, and returns it', async () => {
  await addPaper(installation, DOI);
  await assign('pmid.1', PAIRED);
  const assigned = await latest('IdentifierAssigned', 'pmid.1');
  assert.equal(assigned.undo_role, 'member');
  assert.equal((await undone(assigned, { dry_run: true }))['outcome'], 'undone');
  assert.deepEqual(await named('pmid.1'), PAIRED);

  const { outcome, changes } = await undone(assigned);
  assert.deepEqual([outcome, changes], ['undone', [{ path: '/names', before: PAIRED, after: null }]]);
  assert.equal(await named('pmid.1'), null);
  assert.equal((await undone(assigned))['outcome'], 'unchanged');

  const withdrawn = await latest('IdentifierWithdrawn', DOI);
  assert.equal(withdrawn.summary, `Identifier pmid.1 does not name publication ${DOI}`);
  assert.deepEqual([withdrawn.subject.type, withdrawn.subject.id], ['publication', DOI]);
  await undone(withdrawn);
  assert.deepEqual(await named('pmid.1'), PAIRED);
});

undoing('is not offered if the identifier refers to a work', async () => {
  await assign('pmid.3', { work: 'pmid.3' });
  const event = await latest('IdentifierAssigned', 'pmid.3');
  assert.equal(event.undo_role, null);
  assert.match(bodyOf<{ error: string }>(await undo(event), 409).error, /A work keeps its identifiers/u);
});

undoing('keeps it when everything that a job did is undone', async () => {
  const cause = randomIds.next();
  await assign('pmid.4', PAIRED, cause);
  const { refused, steps } = bodyOf<Result>(await jo.post(`/api/activity/causes/${cause}/undo`, {}));
  assert.deepEqual([refused, steps], [1, 1]);
  assert.deepEqual(await named('pmid.4'), PAIRED);
});
