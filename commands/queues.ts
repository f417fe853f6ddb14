/** A queue for each workspace, so that the work of one does not keep another's waiting. */
import PQueue from 'p-queue';

/** A queue lasts while it has work. */
export const queuesByWorkspace = (concurrency: number): ((workspace: string) => PQueue) => {
  const queues = new Map<string, PQueue>();
  return (workspace) => {
    const known = queues.get(workspace);
    if (known !== undefined) return known;
    const queue = new PQueue({ concurrency });
    queues.set(workspace, queue);
    queue.once('idle', () => queues.delete(workspace));
    return queue;
  };
};
