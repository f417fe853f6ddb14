/** What the rules of a publication need to know of its history. */
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import { ownOf } from '../own.ts';
import type { Overlay } from '../record/overlay.ts';
import { withoutNotices } from './notices.ts';
import type { DashboardFields, Doubt, Enrichment, LinkBasis, Match, RetractionNotice, Source } from './events.ts';

/** By iD. */
export type Evidence = Readonly<Record<string, LinkBasis>>;

/** The provider's value of a field when it was edited, and since when (epoch ms) it has differed; null while it does not. */
export type Baseline = { readonly provider?: Json; readonly driftedAt: number | null };

/** What survives a reset, and may exist before the publication does. */
type Remembered = {
  readonly notices: readonly RetractionNotice[];
  /** The item shown in its place: the DOI of which its own is an alias, or what a work is the same as. Default: none. */
  readonly supersededBy?: string;
  /** Items that staff have said it is not. Default: none. */
  readonly apartFrom?: readonly string[];
  /** Items that a work may be, which staff have not decided yet. Default: none. */
  readonly joins?: readonly string[];
  /** Notices that staff have dismissed: no provider can restore them. Default: none. */
  readonly dismissed?: readonly RetractionNotice[];
};

export type Present = Remembered & {
  readonly status: 'active' | 'deleted';
  /** Or the key of a work without one. */
  readonly doi: string;
  readonly visible: boolean;
  /** As its provider describes it, completed by OpenAlex's facts. */
  readonly original: CslItem;
  /** The fields of it that are OpenAlex's. */
  readonly completed: readonly string[];
  /** Null if staff created it. */
  readonly source: Source | null;
  /** Epoch ms of the first answer about it; 0 if staff created it. Of two works that are one, the older stays. */
  readonly since: number;
  /** Identifiers by which lists name a work, besides its key. Default: none. */
  readonly identifiers?: readonly string[];
  /** Epoch ms of the newest answer applied; an older answer has no effect. */
  readonly fetchedAt: number;
  readonly enrichment: Enrichment | null;
  readonly citedByCount: number | null;
  readonly overlay: Overlay;
  /** One per field of the overlay. */
  readonly baselines: Readonly<Record<string, Baseline>>;
  readonly custom: DashboardFields;
  /** Who is linked, and why. */
  readonly links: Evidence;
  /** Of works recorded before 1.1: weaker evidence for a link, strongest first, by iD. Default: none. */
  readonly beside?: Readonly<Record<string, readonly LinkBasis[]>>;
  /** Who was linked or suggested, and is not linked now: `staff`, or the lost evidence. */
  readonly unlinked: Evidence;
  /** Those whom OpenAlex's list has without a name. */
  readonly listed: readonly string[];
  readonly match: Match;
  /** What staff have said is right, by iD. */
  readonly settled: Readonly<Record<string, Doubt>>;
  /** Notices in spite of which staff keep it visible. */
  readonly kept: readonly RetractionNotice[];
  readonly editCount: number;
};

export type Publication = (Remembered & { readonly status: 'absent' }) | Present;

export const NO_DASHBOARD_FIELDS: DashboardFields = {
  q: null,
  q_percentage: null,
  if_value: null,
  if5a_value: null,
  funding: null,
};

export const DASHBOARD_FIELDS = Object.keys(NO_DASHBOARD_FIELDS) as readonly (keyof DashboardFields)[];

export const isDashboardField = (field: string): field is keyof DashboardFields =>
  Object.hasOwn(NO_DASHBOARD_FIELDS, field);

export const NO_MATCH: Match = { suggested: [], strays: [] };

/** One for each person. */
export const doubtsIn = ({ strays, doubts = [] }: Match): readonly Doubt[] => [
  ...strays.map((orcid) => ({ orcid, reason: 'not_named' }) as const),
  ...doubts,
];

/** Doubts that staff have not settled. */
export const openDoubts = ({ match, settled }: Pick<Present, 'match' | 'settled'>): readonly Doubt[] =>
  doubtsIn(match).filter((doubt) => !equal(ownOf(settled, doubt.orcid), doubt));

/** Attention is needed while a name may match a person, or a link is doubtful. */
export const authorMatchState = (state: Pick<Present, 'match' | 'settled'>): 'needs_attention' | 'complete' =>
  state.match.suggested.length + openDoubts(state).length > 0 ? 'needs_attention' : 'complete';

export const isRetracted = ({ notices }: Pick<Present, 'notices'>): boolean => notices.length > 0;

/** Staff have decided to keep it visible, and no further notice has come since. */
export const isKeptRetracted = ({ notices, kept }: Pick<Present, 'notices' | 'kept'>): boolean =>
  notices.length > 0 && withoutNotices(notices, kept).length === 0;

/** Those about whom staff have decided. */
export const byStaff = (evidence: Evidence): readonly string[] =>
  Object.keys(evidence).filter((orcid) => evidence[orcid] === 'staff');

/** Those who staff have said are not among the contributors. */
export const rejectedOrcids = ({ unlinked }: Pick<Present, 'unlinked'>): readonly string[] => byStaff(unlinked);

export const linkedOrcids = ({ links }: Pick<Present, 'links'>): readonly string[] => Object.keys(links);
