/** Publications that a provider has told of. */
import { newCaller } from '../../commands/caller.ts';
import { handle } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { randomIds } from '../../infra/system.ts';
import type { Installation } from './installation.ts';

/** `correlationId`: their cause; default: one of its own for each. */
export const addPaper = async (
  installation: Installation,
  doi: string,
  {
    title = 'Pots',
    correlationId = randomIds.next(),
  }: { readonly title?: string; readonly correlationId?: string } = {},
): Promise<void> => {
  const original = { type: 'book', title, volume: '1' };
  const source = { provider: 'crossref', url: 'https://api.example.org' } as const;
  const command = { type: 'RecordFromProvider', doi, original, source, fetchedAt: 1_000, links: [] } as const;
  const caller = { ...newCaller(randomIds, 'org', { type: 'system', id: 'test' }), correlationId };
  await handle(installation, publicationAggregate, doi, command, caller);
};
