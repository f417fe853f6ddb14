/** Sending a command to one record, and answering with the record as the listings show it. */
import type { Aggregate } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import type { DomainEvent, Revision } from '../../../domain/event.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Projection } from '../../../projections/define.ts';
import { revisionAsked, tagOfRevision } from '../../http/etag.ts';
import type { Answer, WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { shownBy } from '../shown.ts';

export type Shown = { readonly body: unknown; readonly revision: Revision };

export type Writer<Command> = (
  request: WorkspaceRequest,
  id: string,
  command: Command,
  status?: number,
) => Promise<Answer>;

/** `If-Match` is honoured. `show` reads the record of an id. */
export const writerOf =
  <State, Command extends { readonly type: string }, E extends DomainEvent>(
    deps: DashboardDeps,
    aggregate: Aggregate<State, Command, E>,
    projection: Projection,
    show: (workspace: string, id: string) => Promise<Shown | null>,
  ): Writer<Command> =>
  async ({ caller, headers, signal }, id, command, status = 200) => {
    const expected = revisionAsked(headers['if-match']);
    const options = expected === undefined ? {} : { ifRevision: expected };
    const { position, revision, events } = await handle(deps, aggregate, id, command, caller, options);
    const pending = await shownBy(deps.readModels, [projection], position, signal);
    const shown = await show(caller.workspace, id);
    if (shown === null) throw new Refused('not_found', 'record_not_found', 'no such record');
    return {
      // What was there already is not created.
      status: status === 201 && events.length === 0 ? 200 : status,
      body: shown.body,
      headers: { ...(revision === null ? {} : { ETag: tagOfRevision(revision) }), ...pending },
    };
  };
