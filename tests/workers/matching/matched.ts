/** Whether everything in an installation is matched. */
import assert from 'node:assert/strict';
import { repairAuthorLinks } from '../../../commands/repair-author-links.ts';
import { having } from '../../../projections/ports.ts';
import { everyCandidate } from '../../../projections/queries/candidates.ts';
import { idsOf } from '../../../projections/queries/identifiers.ts';
import { stream } from '../../../projections/queries/listing.ts';
import type { Installation } from '../../support/installation.ts';

/** A repair of all author links would find nothing else. */
export const assertMatched = async (installation: Installation, count: number): Promise<void> => {
  const { readModels, caller } = installation;
  const people = [];
  for await (const person of everyCandidate(readModels, 'org')) people.push(person);
  assert.equal(people.length, count);
  for await (const id of stream(readModels, idsOf({ all: having({ workspace: 'org' }) }))) {
    const { changed, match } = await repairAuthorLinks(installation, id, { people, dryRun: true }, caller);
    assert.equal(changed, false, `${id}: ${JSON.stringify(match)}`);
  }
};
