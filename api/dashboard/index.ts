/** The dashboard: what staff see and change, each route with the access that it declares. */
import type { Route } from '../http/route.ts';
import { activityRoutes } from './activity/index.ts';
import { linkRoutes } from './auth/link.ts';
import { oidcRoutes } from './auth/oidc.ts';
import { signOutRoutes } from './auth/sign-out.ts';
import { authorLinkRoutes } from './author-links/index.ts';
import { changeRoutes } from './changes/index.ts';
import type { DashboardDeps } from './deps.ts';
import { health } from './health.ts';
import { identityRoutes } from './identity.ts';
import { ingestionRoutes } from './ingestion/index.ts';
import { allInstallationRoutes } from './installations/index.ts';
import { invitationRoutes } from './invitations.ts';
import { memberRoutes } from './members.ts';
import { peopleRoutes } from './people/index.ts';
import { publicationRoutes } from './publications/index.ts';
import { categoryRoutes, entityRoutes } from './records/entities-and-categories.ts';
import { projectRoutes } from './records/projects.ts';
import { workRoutes } from './records/works.ts';
import { siteToolRoutes } from './site-tools/index.ts';
import { undoRoutes } from './undo/index.ts';
import { workspaceRoutes } from './workspaces.ts';

export const dashboardRoutes = (deps: DashboardDeps): readonly Route[] => [
  health,
  ...identityRoutes(deps),
  ...linkRoutes(deps),
  ...oidcRoutes(deps),
  ...signOutRoutes(deps),
  ...activityRoutes(deps),
  ...changeRoutes(deps),
  ...undoRoutes(deps),
  ...authorLinkRoutes(deps),
  ...ingestionRoutes(deps),
  ...peopleRoutes(deps),
  ...memberRoutes(deps),
  ...invitationRoutes(deps),
  ...workspaceRoutes(deps),
  ...entityRoutes(deps),
  ...categoryRoutes(deps),
  ...projectRoutes(deps),
  ...workRoutes(deps),
  ...allInstallationRoutes(deps),
  ...siteToolRoutes(deps),
  // Last: a DOI takes the rest of a path.
  ...publicationRoutes(deps),
];
