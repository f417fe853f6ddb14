/** What a harvest run checked and found unchanged: `harvest-{workspace}~{run}`. */
import type { DomainEvent } from '../event.ts';

/** Milliseconds after `from`, by iD or DOI. */
type Times = Readonly<Record<string, number>>;

/** It names people by iD alone, as every event does; what is made from it knows only those who have a job that succeeded. */
export type FoundUnchanged = DomainEvent<
  'FoundUnchanged',
  {
    /** Epoch ms of the earliest check. */
    readonly from: number;
    /** iDs whose record and lists are unchanged since the workspace's last job. */
    readonly people: Times;
    /** DOIs whose record a provider confirmed unchanged. */
    readonly publications: Times;
  }
>;
