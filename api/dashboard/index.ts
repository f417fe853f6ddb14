/** The dashboard's routes, each with the access that it declares. */
import { ANYONE } from '../http/access.ts';
import { route, type Route } from '../http/route.ts';
import { object } from '../http/schemas.ts';
import { actorsRoute } from './activity/actors.ts';
import { cleanupRoute } from './activity/cleanup.ts';
import { eventRoute } from './activity/detail.ts';
import { historyRoutes } from './activity/history.ts';
import { timelineRoute } from './activity/list.ts';
import { linkRoutes } from './auth/link.ts';
import { oidcRoutes } from './auth/oidc.ts';
import { signOutRoutes } from './auth/sign-out.ts';
import { byHandRoutes } from './author-links/by-hand.ts';
import { repairRoutes } from './author-links/repair.ts';
import { changeRoutes } from './changes/index.ts';
import type { DashboardDeps } from './deps.ts';
import { identityRoutes } from './identity.ts';
import { importDoiRoute } from './ingestion/import-doi.ts';
import { jobsRoute } from './ingestion/jobs.ts';
import { matchingRoute } from './ingestion/matching.ts';
import { queueRoutes } from './ingestion/queue.ts';
import { stuckRoutes } from './ingestion/stuck.ts';
import { credentialRoutes } from './installations/credentials.ts';
import { installationRoutes } from './installations/installations.ts';
import { originRoutes } from './installations/origins.ts';
import { longJobRoutes } from './jobs/index.ts';
import { memberLinkRoutes } from './member-links.ts';
import { memberRoutes } from './members.ts';
import { membershipRoutes } from './memberships.ts';
import { affiliationRoute, pastAffiliationRoute } from './people/affiliation.ts';
import { mergeRoutes } from './people/merge.ts';
import { profileRoutes } from './people/profile.ts';
import { readRoutes } from './people/read.ts';
import { registrationRoutes } from './people/registration.ts';
import { photoRoute } from './people/photo.ts';
import { pictureRoute } from './pictures.ts';
import { batchRoute } from './publications/batches/batch.ts';
import { batchJobRoute } from './publications/batches/job.ts';
import { citationStylesRoute } from './publications/citation-styles.ts';
import { createRoute } from './publications/create.ts';
import { citationRoute, detailRoute } from './publications/detail.ts';
import { exportRoute } from './publications/export.ts';
import { identityRoutes as workIdentityRoutes } from './publications/identity.ts';
import { lastCheckRoute } from './publications/last-check.ts';
import { referenceImportRoutes } from './publications/imports/routes.ts';
import { listRoute } from './publications/list.ts';
import { patchRoute } from './publications/patch.ts';
import { relatedRoute } from './publications/related.ts';
import { removeRoutes } from './publications/remove.ts';
import { statsRoutes } from './publications/stats.ts';
import { categoryRoutes, entityRoutes } from './records/entities-and-categories.ts';
import { projectRoutes } from './records/projects.ts';
import { workRoutes } from './records/works.ts';
import { apiKeyUsesRoute } from './site-tools/api-key-uses.ts';
import { apiKeyRoutes } from './site-tools/api-keys.ts';
import { clearStuckJobsRoute } from './site-tools/clear-stuck-jobs.ts';
import { resetDataRoute } from './site-tools/reset-data.ts';
import { statusRoute } from './site-tools/status.ts';
import { undoCauseRoute } from './undo/cause.ts';
import { undoEventRoute } from './undo/event.ts';
import { undoJobRoute } from './undo/job.ts';
import { viewRoutes } from './views.ts';
import { workspaceRoutes } from './workspaces.ts';

const health = route('GET /health', ANYONE, {
  summary: 'Health',
  description: 'Responds as long as the process serves requests.',
  responses: { 200: object({ service: { const: 'dashboard-api' }, status: { const: 'ok' } }) },
  handle: () => Promise.resolve({ body: { service: 'dashboard-api', status: 'ok' } as const }),
});

type Routes = (deps: DashboardDeps) => Route | readonly Route[];

/** Marks routes that extend the reference OpenAPI documents. */
const extensions =
  (...groups: readonly Routes[]): Routes =>
  (deps) =>
    groups.flatMap((of) => of(deps)).map((each) => ({ ...each, extension: true }));

/** The first matching route wins, so literal segments must come before parameters. */
const ROUTES: readonly Routes[] = [
  ...[() => health, identityRoutes, extensions(linkRoutes, oidcRoutes, signOutRoutes)],
  ...[timelineRoute, cleanupRoute, extensions(actorsRoute, eventRoute, historyRoutes, lastCheckRoute, changeRoutes)],
  ...[extensions(undoEventRoute, undoCauseRoute, undoJobRoute, longJobRoutes), repairRoutes, extensions(byHandRoutes)],
  ...[queueRoutes, extensions(jobsRoute), stuckRoutes, extensions(matchingRoute), importDoiRoute],
  ...[
    readRoutes,
    extensions(registrationRoutes, mergeRoutes),
    profileRoutes,
    affiliationRoute,
    extensions(pastAffiliationRoute, photoRoute, pictureRoute),
  ],
  extensions(memberRoutes, memberLinkRoutes, membershipRoutes, workspaceRoutes),
  extensions(entityRoutes, categoryRoutes, projectRoutes, workRoutes),
  extensions(installationRoutes, originRoutes, credentialRoutes),
  ...[apiKeyRoutes, extensions(apiKeyUsesRoute, statusRoute), clearStuckJobsRoute, resetDataRoute],
  // Last, because a DOI matches the rest of a path.
  ...[listRoute, statsRoutes, extensions(createRoute, batchRoute, batchJobRoute, referenceImportRoutes, exportRoute)],
  extensions(viewRoutes, citationRoute, relatedRoute, citationStylesRoute, workIdentityRoutes),
  ...[removeRoutes, detailRoute, patchRoute],
];

export const dashboardRoutes = (deps: DashboardDeps): readonly Route[] => ROUTES.flatMap((of) => of(deps));
