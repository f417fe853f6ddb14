/** Repairs author links: of one publication, or of all that need attention, shard by shard. */
import { repairAuthorLinks, type Repaired } from '../../../commands/repair-author-links.ts';
import { mustStillMay } from '../../../commands/rights.ts';
import { shardOf } from '../../../commands/shard.ts';
import { recordSiteEvent } from '../../../commands/site-tools/record.ts';
import { parseDoi } from '../../../domain/doi.ts';
import type { Position } from '../../../domain/event.ts';
import { UPKEEP } from '../../../domain/limits.ts';
import { AUTHOR } from '../../../domain/publication/authors.ts';
import type { Matching } from '../../../domain/publication/matching.ts';
import { catalogue } from '../../../projections/catalogue/index.ts';
import { having } from '../../../projections/ports.ts';
import { everyCandidate } from '../../../projections/queries/candidates.ts';
import { withWorkspaces } from '../../../projections/queries/members.ts';
import { idsOf } from '../../../projections/queries/identifiers.ts';
import { stream } from '../../../projections/queries/listing.ts';
import { WORKSPACE_ADMIN } from '../../http/access.ts';
import { DOI } from '../../http/identifiers.ts';
import { route, type Route } from '../../http/route.ts';
import type { DashboardDeps } from '../deps.ts';
import { ROLE } from '../publications/schemas.ts';
import { BOOLEAN, COUNT, object, orNull, STRING } from '../../http/schemas.ts';
import { waitUntilVisible } from '../../http/visible.ts';

const DEFAULT_PER_SHARD = 100;
const TIMEOUT_MS = 10 * 60_000;

const LINKS = { type: 'array', items: object({ orcid: STRING, basis: STRING }) } as const;
const REPAIRED = {
  doi: STRING,
  changed: BOOLEAN,
  linked: LINKS,
  unlinked: LINKS,
  suggested: {
    type: 'array',
    items: object({ orcid: STRING, role: ROLE, author: { ...orNull('integer'), minimum: 0 } }),
  },
  strays: { type: 'array', items: STRING, description: 'Linked iDs that are not among the contributors.' },
  author_match_state: { type: 'string', enum: ['needs_attention', 'complete'] },
} as const;

/** Matches against everyone in the workspace, but with `orgOnly` changes only people whose current affiliation is `org`. */
const matchingFor = async ({ readModels }: DashboardDeps, workspace: string, orgOnly: boolean): Promise<Matching> => {
  const people = [];
  for await (const person of everyCandidate(readModels, workspace)) people.push(person);
  const only = people.filter(({ status }) => status === 'org').map(({ orcid }) => orcid);
  return orgOnly ? { people, only } : { people };
};

const bodyOf = ({ doi, changed, linked, unlinked, match, state }: Repaired) => ({
  doi,
  changed,
  linked: linked.map(({ orcid, basis }) => ({ orcid, basis })),
  unlinked: unlinked.map(({ orcid, basis }) => ({ orcid, basis })),
  suggested: match.suggested.map(({ orcid, role = AUTHOR, author }) => ({ orcid, role, author })),
  strays: match.strays,
  author_match_state: state,
});

const selected = async function* (deps: DashboardDeps, workspace: string, perShard: number): AsyncIterable<string> {
  const taken = new Map<number, number>();
  const where = { all: having({ workspace, needsAttention: true }) };
  for await (const doi of stream(deps.readModels, idsOf(where))) {
    const shard = shardOf(doi, deps.shards);
    const count = taken.get(shard) ?? 0;
    if (count >= perShard) continue;
    taken.set(shard, count + 1);
    yield doi;
  }
};

export const repairRoutes = (deps: DashboardDeps): readonly Route[] => [
  route('POST /api/site-tools/repair-author-links', WORKSPACE_ADMIN, {
    summary: 'Repair author links',
    description:
      'Links people named in the metadata, unlinks those without evidence, and repeats name matching; staff decisions are ' +
      'kept. `orgOnly` considers only people whose current affiliation is `org`. `dryRun` returns what would change.',
    body: object({ doi: { ...DOI, minLength: 1 }, dryRun: BOOLEAN, orgOnly: BOOLEAN }, ['dryRun', 'orgOnly']),
    responses: { 200: object({ dryRun: BOOLEAN, orgOnly: BOOLEAN, ...REPAIRED }) },
    errors: [404, 409],
    handle: async ({ body, caller, signal }) => {
      const { doi, dryRun = false, orgOnly = false } = body;
      const matching = await matchingFor(deps, caller.workspace, orgOnly);
      const repaired = await repairAuthorLinks(deps, parseDoi(doi), { ...matching, dryRun }, caller);
      const headers = await waitUntilVisible(deps, [catalogue], { position: repaired.position }, signal);
      return { body: { dryRun, orgOnly, ...bodyOf(repaired) }, headers };
    },
  }),
  route('POST /api/site-tools/repair-author-links/bulk', WORKSPACE_ADMIN, {
    summary: 'Repair many author links',
    description:
      'Repairs publications that need attention, at most `limitPerShard` per shard, and lists those that change. Stops if you ' +
      'cease to be an administrator (403). One timeline ' +
      'event summarizes the run. An interrupted run, such as by a restart, keeps its repairs; sent again, it repairs only the ' +
      'rest, under the same cause if `X-Request-Id` is the same.',
    timeoutMs: TIMEOUT_MS,
    body: object(
      {
        dryRun: BOOLEAN,
        orgOnly: BOOLEAN,
        limitPerShard: { type: 'integer', minimum: 1, maximum: UPKEEP.repairsPerShard, default: DEFAULT_PER_SHARD },
      },
      ['dryRun', 'orgOnly', 'limitPerShard'],
    ),
    responses: {
      200: object({
        dryRun: BOOLEAN,
        orgOnly: BOOLEAN,
        limitPerShard: COUNT,
        processed: COUNT,
        changed: COUNT,
        publications: { type: 'array', items: object(REPAIRED) },
        shards: { type: 'array', items: object({ shard: COUNT, processed: COUNT, changed: COUNT }) },
      }),
    },
    handle: async ({ body, caller, signal }) => {
      const { dryRun = false, orgOnly = false, limitPerShard = DEFAULT_PER_SHARD } = body;
      const matching = await matchingFor(deps, caller.workspace, orgOnly);
      const rights = withWorkspaces(deps);
      const all: Repaired[] = [];
      let position: Position | null = null;
      for await (const doi of selected(deps, caller.workspace, limitPerShard)) {
        if (!dryRun) await mustStillMay(rights, { ...caller, role: 'workspace_admin' });
        const repaired = await repairAuthorLinks(deps, doi, { ...matching, dryRun }, caller);
        all.push(repaired);
        if (repaired.position !== null) position = Math.max(position ?? 0, repaired.position);
      }
      const changed = all.filter((each) => each.changed);
      const shards = Array.from({ length: deps.shards }, (_, shard) => {
        const of = (some: readonly Repaired[]): number =>
          some.filter(({ doi }) => shardOf(doi, deps.shards) === shard).length;
        return { shard, processed: of(all), changed: of(changed) };
      });
      if (!dryRun) {
        const outcomes = shards.map(({ shard, changed: done }) => ({ shard, done, error: null }));
        const data = { processed: all.length, changed: changed.length, orgOnly, shards: outcomes };
        position = await recordSiteEvent(deps, { type: 'AuthorLinksRepaired', data }, caller);
      }
      const headers = await waitUntilVisible(deps, [catalogue], { position }, signal);
      const counts = { processed: all.length, changed: changed.length, publications: changed.map(bodyOf), shards };
      return { body: { dryRun, orgOnly, limitPerShard, ...counts }, headers };
    },
  }),
];
