/** What the load starts with: three workspaces, a signed-in user in each, publications, and a website's credential. */
import { setTimeout as pause } from 'node:timers/promises';
import { createWorkspace } from '../../commands/bootstrap.ts';
import { grantSession } from '../../commands/identity/grant-session.ts';
import { parseWorkspaceId } from '../../domain/workspace/id.ts';
import type { Stores } from '../../infra/wiring/stores.ts';
import { randomIds, systemClock } from '../../infra/system.ts';
import { inventedOrcid } from '../support/history/papers.ts';
import type { Client } from './client.ts';
import { newPublication, type Ledger } from './ledger.ts';
import { doisOf, type WorksOf } from './providers.ts';

/** Nothing is ever hidden or deleted in the first; all of that in the second; the third grows. */
export const STEADY = 'steady';
export const MOVING = 'moving';
export const GROWING = 'growing';
export const WORKSPACES = [STEADY, MOVING, GROWING] as const;

/** The only person of the steady and of the moving workspace. All others belong to the growing one. */
export const PERSON = { [STEADY]: 0, [MOVING]: 1 } as const;
export const FIRST_NEW_PERSON = 2;

const STEADY_WORKS = 45;
const MOVING_WORKS = 24;
const WORKS_OF_OTHERS = 4;
export const worksOf: WorksOf = (person) =>
  person === PERSON[STEADY] ? STEADY_WORKS : person === PERSON[MOVING] ? MOVING_WORKS : WORKS_OF_OTHERS;

export type Stage = {
  readonly ledger: Ledger;
  readonly as: (workspace: string) => Readonly<Record<string, string>>;
  /** Of a website of the steady workspace. */
  readonly website: Readonly<Record<string, string>>;
};

const POLL_MS = 100;
const STAGED_WITHIN_MS = 120_000;

const signIn = async (stores: Stores, workspace: string): Promise<Readonly<Record<string, string>>> => {
  const deps = { ...stores, clock: systemClock, ids: randomIds };
  await createWorkspace(deps, parseWorkspaceId(workspace), workspace);
  const email = `${workspace}@example.org`;
  const { token } = await grantSession(deps, { email, role: 'workspace_admin', workspace });
  return { authorization: `Bearer ${token}`, 'x-workspace-id': workspace };
};

const posted = async <T>(client: Client, path: string, headers: Stage['website'], body: unknown = {}): Promise<T> => {
  const answer = await client.insist('dashboard', path, { method: 'POST', headers, body });
  if (answer === null || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.body as T;
};

/** A membership counts once the rows have it. */
const admitted = async (client: Client, headers: Stage['website']): Promise<void> => {
  const deadline = performance.now() + STAGED_WITHIN_MS;
  while ((await client.ask('dashboard', '/api/publications', { headers }))?.status !== 200) {
    if (performance.now() > deadline) throw new Error('the session was not accepted');
    await pause(POLL_MS);
  }
};

const fill = async (client: Client, headers: Stage['website'], person: number): Promise<void> => {
  await posted(client, '/api/ingest', headers, { orcid_ids: [inventedOrcid(person)] });
  const path = `/v1/researchers/${inventedOrcid(person)}/publications`;
  const deadline = performance.now() + STAGED_WITHIN_MS;
  for (;;) {
    const totals = await Promise.all([
      client.ask('dashboard', '/api/publications', { headers }),
      client.ask('public', path),
    ]);
    if (totals.every((answer) => (answer?.body as { total?: number })?.total === worksOf(person))) return;
    if (performance.now() > deadline) throw new Error(`person ${person} was not ingested: ${JSON.stringify(totals)}`);
    await pause(POLL_MS);
  }
};

const openWebsite = async (client: Client, headers: Stage['website']): Promise<Stage['website']> => {
  const draft = { platform: 'cms_a', display_name: 'A website', scopes: ['publications.read'] };
  const { id } = await posted<{ id: string }>(client, '/api/installations', headers, draft);
  await posted(client, `/api/installations/${id}/activate`, headers);
  const { credential } = await posted<{ credential: string }>(client, `/api/installations/${id}/credentials`, headers);
  return { 'x-api-key': credential };
};

export const setStage = async (stores: Stores, client: Client): Promise<Stage> => {
  const people = await Promise.all(WORKSPACES.map((workspace) => signIn(stores, workspace)));
  const signedIn = new Map(WORKSPACES.map((workspace, n) => [workspace as string, people[n] ?? {}]));
  const as = (workspace: string): Stage['website'] => signedIn.get(workspace) ?? {};
  await Promise.all(people.map((headers) => admitted(client, headers)));
  await Promise.all([STEADY, MOVING].map((each) => fill(client, as(each), PERSON[each as keyof typeof PERSON])));
  return {
    ledger: {
      publications: [STEADY, MOVING].flatMap((each) =>
        doisOf(PERSON[each as keyof typeof PERSON], worksOf).map((doi) => newPublication(each, doi)),
      ),
      ingested: new Map(Object.entries(PERSON).map(([workspace, person]) => [workspace, new Set([person])])),
      jobs: new Set(),
    },
    as,
    website: await openWebsite(client, as(STEADY)),
  };
};
