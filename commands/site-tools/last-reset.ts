/** When a workspace was last emptied. */
import type { EventStore } from '../ports.ts';
import { siteStream } from './record.ts';

/** Epoch ms; 0 if it never was. */
export const lastResetAt = async (events: Pick<EventStore, 'readStream'>, workspace: string): Promise<number> => {
  for await (const { type, metadata } of events.readStream(siteStream(workspace, 'tools'), { direction: 'backwards' }))
    if (type === 'DataReset') return metadata.at;
  return 0;
};
