/** Compares the responses about each publication with what was acknowledged. */
import type { Answer } from '../client.ts';
import { settle, type Publication } from '../ledger.ts';
import type { Scene } from '../load/scene.ts';
import { notShown } from '../load/writing.ts';
import { MOVING } from '../stage.ts';

export const checkAnswers = async ({ client, stage, findings }: Scene): Promise<void> => {
  const detailOf = async ({ doi, workspace }: Publication): Promise<Answer | null> =>
    client.ask('dashboard', `/api/publications/${doi}`, { headers: stage.as(workspace) });
  for (const publication of stage.ledger.publications) {
    const { doi, workspace, visible, deleted, steps } = publication;
    // All of it must be visible by now.
    settle(publication, 'staff');
    settle(publication, 'open');
    if (steps.length === 0) continue;
    const detail = await detailOf(publication);
    const missing = detail?.status === 200 ? notShown(publication, detail.body) : [`answered ${detail?.status}`];
    if (missing.length > 0)
      findings.add(`in the end, the detail of ${doi} lacks what was acknowledged: ${missing.join(', ')}`);
    // Publications that nobody hides or deletes are counted by the listings.
    if (workspace !== MOVING) continue;
    const open = await client.ask('public', `/v1/doi/${doi}`);
    const expected = visible && !deleted ? 200 : 404;
    if (open?.status !== expected) findings.add(`in the end, /v1/doi/${doi} returned ${open?.status}, not ${expected}`);
  }
};
