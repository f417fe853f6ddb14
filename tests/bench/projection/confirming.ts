/** A log in which harvests have found every publication unchanged since. */
import { gatherUnchanged } from '../../../domain/harvest/unchanged.ts';
import { nameIn } from '../../../domain/stream-kinds.ts';
import { openSqliteEventStore } from '../../../infra/sqlite/events/index.ts';
import { closing } from '../../support/closing.ts';
import { newEvent } from '../../support/new-event.ts';
import { ownLog } from '../support/installations.ts';

/** The log of so many events, after so many rounds in which every publication was found unchanged once. */
export const confirmedLog = async (events: number, rounds: number): Promise<string> => {
  const file = await ownLog(events);
  await using store = closing(await openSqliteEventStore({ file }));
  const publications = new Set<string>();
  for await (const { stream } of store.readAll({ withData: false }))
    if (stream.startsWith('publication-org~')) publications.add(nameIn(stream));
  let at = Date.now();
  for (let round = 0; round < rounds; round += 1) {
    const { add, take } = gatherUnchanged();
    const found = [...publications].map((doi) => add('publications', doi, (at += 1)));
    for (const data of [...found, take()]) {
      if (data === null) continue;
      const event = newEvent(round);
      const metadata = { ...event.metadata, workspace: 'org', at };
      await store.append(`harvest-org~${round}`, [{ ...event, type: 'FoundUnchanged', data, metadata }], 'any');
    }
  }
  return file;
};
