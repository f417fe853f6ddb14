/** Events that only a later release can read: matching by that release begins again where the first of them was passed over. */
import type { EventStore, StateStore } from '../../commands/ports.ts';
import type { Position, Recorded } from '../../domain/event.ts';
import { isOfLaterRelease } from '../../domain/upcast.ts';

const KEY = 'matching/later-events';

/** The first that was passed over stays on record. */
export const passOver = async (state: Pick<StateStore, 'put'>, { position }: Recorded): Promise<void> => {
  await state.put(KEY, { position }, { ifVersion: 'absent' });
};

/** Before the first event that was passed over, if this release can read it; else null. `gone` removes it from the record. */
export const passedOverBefore = async ({
  events,
  state,
}: {
  readonly events: Pick<EventStore, 'readAll'>;
  readonly state: StateStore;
}): Promise<{ readonly position: Position; gone(): Promise<unknown> } | null> => {
  const record = await state.get(KEY);
  if (record === null) return null;
  const { position } = record.value as { readonly position: Position };
  for await (const event of events.readAll({ from: position - 1, limit: 1 }))
    if (event.position === position && isOfLaterRelease(event)) return null;
  return { position: position - 1, gone: () => state.remove(KEY, record.version) };
};
