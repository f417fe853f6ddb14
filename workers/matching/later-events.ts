/** Events that only a later release can read: after an upgrade, matching resumes before the first one that was skipped. */
import type { StateStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';
import type { MatchingDeps } from './step.ts';

const KEY = 'matching/later-events';

/** Records the first skipped event; later calls keep that record. */
export const passOver = async (state: Pick<StateStore, 'put'>, { position }: Recorded): Promise<void> => {
  await state.put(KEY, { position }, { ifVersion: 'absent' });
};

/** The position before the first skipped event, if this release can read it; else null. `clear` removes the record. */
export const passedOverBefore = async ({ events, state }: Pick<MatchingDeps, 'events' | 'state'>) => {
  const record = await state.get(KEY);
  if (record === null) return null;
  const { position } = record.value as { readonly position: Position };
  for await (const event of events.readAll({ from: position - 1, limit: 1 }))
    if (event.position === position && isOfLaterRelease(event)) return null;
  return { position: position - 1, clear: () => state.remove(KEY, record.version) };
};
