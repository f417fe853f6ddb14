/** Publications recorded from a provider. */
import { newCaller } from '../../commands/caller.ts';
import { handle, type Deps } from '../../commands/handle.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import type { CslItem } from '../../domain/csl.ts';
import type { ProviderRecord } from '../../domain/publication/commands.ts';
import { randomIds } from '../../infra/system.ts';

export type Paper = {
  readonly title?: string;
  /** The provider's record. Default: a book with the title. */
  readonly original?: CslItem;
  readonly links?: ProviderRecord['links'];
  readonly provider?: ProviderRecord['source']['provider'];
  readonly fetchedAt?: number;
  readonly workspace?: string;
  /** Their cause; default: one of its own for each. */
  readonly correlationId?: string;
};

export const addPaper = (
  deps: Pick<Deps, 'events' | 'clock' | 'watchCommand'>,
  doi: string,
  { title = 'Pots', original = { type: 'book', title, volume: '1' }, links = [], ...of }: Paper = {},
) => {
  const { provider = 'crossref', fetchedAt = 1_000, workspace = 'org', correlationId = randomIds.next() } = of;
  const source = { provider, url: `https://api.example.org/works/${doi}` };
  const caller = { ...newCaller(randomIds, workspace, { type: 'system', id: 'test' }), correlationId };
  const command = { type: 'RecordFromProvider', doi, original, source, fetchedAt, links } as const;
  return handle(deps, publicationAggregate, doi, command, caller);
};
