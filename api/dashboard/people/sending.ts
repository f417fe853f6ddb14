/** Sending a command to one person, and answering when the listings show it. */
import { handle } from '../../../commands/handle.ts';
import { personAggregate } from '../../../commands/person.ts';
import type { Position, Revision } from '../../../domain/event.ts';
import type { PersonCommand } from '../../../domain/person/person.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { revisionAsked, tagOfRevision } from '../../http/etag.ts';
import { orcidIn } from '../../http/in-path.ts';
import type { Answer, WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { shownBy } from '../shown.ts';

/** The revision that the sender has seen, as options of a command. */
export const ifMatch = ({ headers }: WorkspaceRequest): { readonly ifRevision?: Revision } => {
  const ifRevision = revisionAsked(headers['if-match']);
  return ifRevision === undefined ? {} : { ifRevision };
};

type Written = { readonly revision: Revision | null; readonly position: Position | null };

/** The headers of the answer to a write: the person's new tag, and whether the listings have yet to show it. */
export const headersOf = async (
  { readModels }: DashboardDeps,
  { signal }: WorkspaceRequest,
  { revision, position }: Written,
): Promise<Readonly<Record<string, string>>> => ({
  ...(revision === null ? {} : { ETag: tagOfRevision(revision) }),
  ...(await shownBy(readModels, [catalogue], position, signal)),
});

/** Answers `{success: true}`; `If-Match` is honoured. */
export const sendTo =
  (deps: DashboardDeps) =>
  async (request: WorkspaceRequest, command: PersonCommand): Promise<Answer> => {
    const orcid = orcidIn(request);
    const written = await handle(deps, personAggregate, orcid, command, request.caller, ifMatch(request));
    return { body: { success: true }, headers: await headersOf(deps, request, written) };
  };
