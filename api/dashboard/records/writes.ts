/** Sending a command to one record, and answering with the record as the listings show it. */
import type { Aggregate } from '../../../commands/aggregate.ts';
import { handle } from '../../../commands/handle.ts';
import type { DomainEvent, Revision } from '../../../domain/event.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Projection } from '../../../projections/define.ts';
import { revisionAsked, tagOfRevision } from '../../http/etag.ts';
import type { Answer, Schema, WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { object, STRING } from '../../http/schemas.ts';
import { shownBy } from '../shown.ts';

export type Shown = { readonly body: unknown; readonly revision: Revision };

export type Writer<Command> = (
  request: WorkspaceRequest,
  id: string,
  command: Command,
  status?: 200 | 201,
) => Promise<Answer>;

/** What a record that was created answers: 202 if it is on record, but the rows do not show it within the bounded wait. */
export const created = (item: Schema): Readonly<Record<number, Schema>> => ({
  200: item,
  201: item,
  202: object({ id: STRING }),
});

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
    const answered = { headers: { ...(revision === null ? {} : { ETag: tagOfRevision(revision) }), ...pending } };
    const shown = await show(caller.workspace, id);
    if (shown !== null)
      // What was there already is not created.
      return { ...answered, status: events.length === 0 ? 200 : status, body: shown.body };
    if (Object.keys(pending).length === 0) throw new Refused('not_found', 'record_not_found', 'no such record');
    return { ...answered, status: 202, body: { id } };
  };
