/** Sending a command to one person, and answering when the listings show it. */
import { personAggregate } from '../../../commands/person.ts';
import type { PersonCommand } from '../../../domain/person/person.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { orcidIn } from '../../http/in-path.ts';
import type { WorkspaceRequest } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { senderOf } from '../records/writes.ts';

export const sendTo = (deps: DashboardDeps) => {
  const send = senderOf(deps, personAggregate, catalogue);
  return (request: WorkspaceRequest<{ readonly orcid: string }>, command: PersonCommand) =>
    send(request, orcidIn(request), command);
};
