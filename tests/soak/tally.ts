/** What the soak has done so far. */
export type Tally = {
  readonly kills: Record<'api' | 'projector' | 'worker' | 'rebuild', number>;
  /** Processes that were suspended for longer than their leases last. */
  readonly pauses: Record<'projector' | 'worker', number>;
  edits: number;
  /** Hidden, shown, deleted, restored. */
  moves: number;
  /** Acknowledged before listings showed it. */
  pending: number;
  listings: number;
  walks: number;
  jobs: number;
  readonly rebuilds: { completed: number; killed: number; dropped: number };
  /** Milliseconds that each page of a listing took. */
  readonly listingMs: number[];
};

export const newTally = (): Tally => ({
  kills: { api: 0, projector: 0, worker: 0, rebuild: 0 },
  pauses: { projector: 0, worker: 0 },
  edits: 0,
  moves: 0,
  pending: 0,
  listings: 0,
  walks: 0,
  jobs: 0,
  rebuilds: { completed: 0, killed: 0, dropped: 0 },
  listingMs: [],
});

export const killsIn = ({ kills }: Pick<Tally, 'kills'>): number =>
  Object.values(kills).reduce((sum, each) => sum + each, 0);

export const pausesIn = ({ pauses }: Pick<Tally, 'pauses'>): number => pauses.projector + pauses.worker;
