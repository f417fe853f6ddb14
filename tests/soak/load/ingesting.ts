/** Queueing ingestions: of new people, and of known ones again. */
import { inventedOrcid } from '../../support/history/papers.ts';
import { FIRST_NEW_PERSON, GROWING, MOVING, PERSON, STEADY } from '../stage.ts';
import type { Scene } from './scene.ts';

const MOST_AT_ONCE = 3;
const AGAIN = 0.3;
const REST_MS = [300, 1_200] as const;

export const ingest = (scene: Scene): Promise<void> => {
  const { client, stage, findings, tally, turnstile, random } = scene;
  const { ingested, jobs } = stage.ledger;
  let next = FIRST_NEW_PERSON;

  const wanted = (): { readonly workspace: string; readonly people: readonly number[] } => {
    if (random.chance(AGAIN)) {
      const workspace = random.pick([STEADY, MOVING, GROWING] as const);
      if (workspace !== GROWING) return { workspace, people: [PERSON[workspace]] };
      if (next > FIRST_NEW_PERSON) return { workspace, people: [random.between(FIRST_NEW_PERSON, next - 1)] };
    }
    const people = Array.from({ length: random.between(1, MOST_AT_ONCE) }, (_, n) => next + n);
    next += people.length;
    return { workspace: GROWING, people };
  };

  const step = async (): Promise<void> => {
    const { workspace, people } = wanted();
    const body = { orcid_ids: people.map(inventedOrcid) };
    const answer = await client.insist('dashboard', '/api/ingest', {
      method: 'POST',
      body,
      headers: stage.as(workspace),
    });
    if (answer === null) return findings.add(`an ingestion of ${people.join(', ')} was never acknowledged`);
    if (answer.status !== 202)
      return findings.add(`/api/ingest was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const own = ingested.get(workspace) ?? new Set();
    for (const person of people) own.add(person);
    ingested.set(workspace, own);
    for (const { id } of (answer.body as { jobs: readonly { id: string }[] }).jobs) jobs.add(id);
    tally.jobs = jobs.size;
  };
  return turnstile.repeat(step, () => random.between(...REST_MS));
};
