/** Sends a command to one record and responds with the record as the listings show it. */
import type { Aggregate } from '../../../commands/aggregate.ts';
import { handle, type Handled } from '../../../commands/handle.ts';
import { Refused } from '../../../domain/errors.ts';
import type { DomainEvent, Revision } from '../../../domain/event.ts';
import type { Projection } from '../../../projections/define.ts';
import { ifMatch } from '../../http/etag.ts';
import type { AnswerOf, Headers, WorkspaceRequest } from '../../http/route.ts';
import type { Schema } from '../../http/schema-types.ts';
import { BOOLEAN, object, STRING } from '../../http/schemas.ts';
import type { DashboardDeps } from '../deps.ts';
import { isPending, readBack, waitUntilVisible } from '../../http/visible.ts';

export type Shown<Item> = { readonly body: Item; readonly revision: Revision };

type Written<Item, Status> = { readonly headers: Headers } & (
  | { readonly status: 200 | Status; readonly body: Item }
  | { readonly status: 202; readonly body: { readonly id: string } }
);

/** `created`: the status for a new record. */
export type Writer<Command, Item> = <Created extends 201 = never>(
  request: WorkspaceRequest,
  id: string,
  command: Command,
  created?: Created,
) => Promise<Written<Item, NoInfer<Created>>>;

/** The body of a 202: the write is stored, but the rows did not show it within the bounded wait. */
export const PENDING = object({ id: STRING });

export const changed = <const Item extends Schema>(item: Item) => ({ 200: item, 202: PENDING });

export const created = <const Item extends Schema>(item: Item) => ({ ...changed(item), 201: item });

/** The record after a command to it. `projections`, `show`: as of `writerOf`. */
export const readerOf =
  <Item>(
    deps: DashboardDeps,
    projections: readonly Projection[],
    show: (workspace: string, id: string) => Promise<Shown<Item> | null>,
  ) =>
  async <Created extends 201 = never>(
    { caller, signal }: Pick<WorkspaceRequest, 'caller' | 'signal'>,
    id: string,
    written: Handled<unknown, DomainEvent>,
    status?: Created,
  ): Promise<Written<Item, NoInfer<Created>>> => {
    const { found, headers } = await readBack(deps, projections, written, signal, () => show(caller.workspace, id));
    // A write without events found an identical record, so nothing was created.
    if (found !== null)
      return { headers, status: written.events.length === 0 ? 200 : (status ?? 200), body: found.body };
    if (!isPending(headers)) throw new Refused('not_found', 'record_not_found', 'no such record');
    return { headers, status: 202, body: { id } };
  };

/** Honours `If-Match`. `projections`: those that must show the write before `show` reads the record. */
export const writerOf =
  <State, Command extends { readonly type: string }, E extends DomainEvent, Item>(
    deps: DashboardDeps,
    aggregate: Aggregate<State, Command, E>,
    projections: readonly Projection[],
    show: (workspace: string, id: string) => Promise<Shown<Item> | null>,
  ): Writer<Command, Item> =>
  async (request, id, command, status) => {
    const written = await handle(deps, aggregate, id, command, request.caller, ifMatch(request));
    return readerOf(deps, projections, show)(request, id, written, status);
  };

export const DONE = { 200: object({ success: BOOLEAN }) };

/** Responds with `{success: true}`. Honours `If-Match`. */
export const senderOf =
  <State, Command extends { readonly type: string }, E extends DomainEvent>(
    deps: DashboardDeps,
    aggregate: Aggregate<State, Command, E>,
    projection: Projection,
  ) =>
  async (request: WorkspaceRequest, id: string, command: Command): Promise<AnswerOf<typeof DONE>> => {
    const written = await handle(deps, aggregate, id, command, request.caller, ifMatch(request));
    return { body: { success: true }, headers: await waitUntilVisible(deps, [projection], written, request.signal) };
  };
