/** Which workspaces exist, and which have data about an iD. */
import { Refused } from '../domain/errors.ts';
import { parseWorkspaceId } from '../domain/workspace/id.ts';
import { loadState } from './aggregate.ts';
import { erasureAggregate, workspaceAggregate } from './aggregates.ts';
import { ingestionAggregate } from './ingestion.ts';
import { personAggregate } from './person.ts';
import type { EventStore } from './ports.ts';

/** Returns the id of an existing workspace. Throws `Refused('not_found')`, and `Refused('invalid')` for a malformed id. */
export const knownWorkspace = async ({ events }: { readonly events: EventStore }, text: string): Promise<string> => {
  const id = parseWorkspaceId(text);
  const { revision } = await loadState(events, workspaceAggregate, id, id);
  if (revision === null)
    throw new Refused('not_found', 'workspace_not_found', `there is no workspace ${id}`, { field: 'workspace' });
  return id;
};

/** For each workspace, a mark that it has had an iD, which outlives the erasure. */
const STREAMS_OF_ORCID = [personAggregate, ingestionAggregate, erasureAggregate];

/** Whether the workspace has, or has had, data about the iD. */
export const isHeldIn = async (
  { events }: { readonly events: EventStore },
  workspace: string,
  orcid: string,
): Promise<boolean> => {
  for (const { stream } of STREAMS_OF_ORCID)
    for await (const _ of events.readStream(stream(workspace, orcid), { limit: 1 })) return true;
  return false;
};

/** From the streams of the log, not from a list: whatever wrote them, and whether or not the workspace exists. Throws when aborted. */
export const workspacesHolding = async (
  { events }: { readonly events: EventStore },
  orcid: string,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for await (const delivery of events.subscribe({ prefixes: ['person-', 'ingestion-', 'erasure-'], signal })) {
    if (delivery.kind === 'caughtUp') break;
    const { stream, metadata } = delivery.event;
    const { workspace } = metadata;
    if (STREAMS_OF_ORCID.some((kind) => kind.stream(workspace, orcid) === stream)) found.add(workspace);
  }
  // An aborted subscription ends without an error.
  signal.throwIfAborted();
  return [...found].sort();
};
