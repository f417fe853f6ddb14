/** What staff say of doubtful links: that they are right, or that they need attention again. */
import { equal } from '../equal.ts';
import { ownOf } from '../own.ts';
import type { PublicationCommand } from './commands.ts';
import type { PublicationEvent } from './events.ts';
import type { Present } from './state.ts';

type Settle = Extract<PublicationCommand, { readonly type: 'SettleAttention' }>;

export const settleAttention = (
  { settled: known }: Present,
  { settled, open }: Pick<Settle, 'settled' | 'open'>,
): readonly PublicationEvent[] => {
  const made = settled.filter((doubt) => !equal(ownOf(known, doubt.orcid), doubt));
  const undone = open.flatMap((orcid) => ownOf(known, orcid) ?? []);
  return [
    ...(made.length > 0 ? [{ type: 'AttentionSettled', data: { doubts: made } } as const] : []),
    ...(undone.length > 0 ? [{ type: 'AttentionReopened', data: { doubts: undone } } as const] : []),
  ];
};
