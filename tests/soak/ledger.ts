/** What has been acknowledged to the load, to be compared with responses and the log. */
export const STEPS = [
  'PublicationEdited',
  'PublicationHidden',
  'PublicationShown',
  'PublicationDeleted',
  'PublicationRestored',
] as const;

/** An acknowledged change, as the event that must be in the log; `value` of an edit, which is unique. */
export type Step = { readonly type: (typeof STEPS)[number]; readonly value: string | null };

/** Whether a listing must have it; undetermined while a change is in progress. */
export type Sight = 'listed' | 'absent' | 'unsure';

type Seen = { sight: Sight; changes: number };

export type Publication = {
  readonly workspace: string;
  readonly doi: string;
  visible: boolean;
  deleted: boolean;
  /** Fields with the value last acknowledged. */
  readonly edited: Map<string, string>;
  readonly steps: Step[];
  readonly staff: Seen;
  readonly open: Seen;
};

export type Surface = 'staff' | 'open';

export type Ledger = {
  readonly publications: readonly Publication[];
  /** People with an acknowledged ingestion, by workspace; and the acknowledged jobs. */
  readonly ingested: Map<string, Set<number>>;
  readonly jobs: Set<string>;
};

export const newPublication = (workspace: string, doi: string): Publication => ({
  workspace,
  doi,
  visible: true,
  deleted: false,
  edited: new Map(),
  steps: [],
  staff: { sight: 'listed', changes: 0 },
  open: { sight: 'listed', changes: 0 },
});

export const unsure = ({ staff, open }: Publication): void => {
  for (const seen of [staff, open]) {
    seen.sight = 'unsure';
    seen.changes += 1;
  }
};

/** From now on the surface shows what was acknowledged. Staff see hidden records; deleted ones are in no listing. */
export const settle = (publication: Publication, surface: Surface): void => {
  const { deleted, visible } = publication;
  publication[surface].sight = !deleted && (surface === 'staff' || visible) ? 'listed' : 'absent';
};

export type Bounds = { readonly listed: ReadonlySet<string>; readonly absent: ReadonlySet<string> };

/** To be called before a request; the result states afterwards what the listing must and must not have had throughout. */
export const boundsOver = (publications: readonly Publication[], surface: Surface): (() => Bounds) => {
  const before = publications.map((publication) => ({ publication, ...publication[surface] }));
  return () => {
    const steady = before.filter(({ publication, changes }) => publication[surface].changes === changes);
    const of = (wanted: Sight): ReadonlySet<string> =>
      new Set(steady.filter(({ sight }) => sight === wanted).map(({ publication }) => publication.doi));
    return { listed: of('listed'), absent: of('absent') };
  };
};
