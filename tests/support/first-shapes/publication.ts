/** Events of publications and works in their first schema versions, and the folds of the release that wrote them, which today's must match. */
import type { CslItem } from '../../../domain/csl.ts';
import { equal } from '../../../domain/equal.ts';
import type { Json } from '../../../domain/json.ts';
import type {
  DashboardFields,
  FieldChange,
  LinkBasis,
  Overlay,
  OverlayChange,
  PublicationEvent,
  Source,
} from '../../../domain/publication/events.ts';
import { evolve as evolveUnchanged } from '../../../domain/publication/evolve.ts';
import type { Baseline, Evidence, Present, Publication } from '../../../domain/publication/state.ts';
import { afterAnswer, NO_SOURCES, type Sources } from '../../../projections/publication/sources.ts';

type Reshaped = 'PublicationRefreshed' | 'PublicationEdited' | 'AuthorLinked' | 'AuthorUnlinked';
type Event<Type extends string, Data> = { readonly type: Type; readonly data: Data };

export type FirstShape =
  | Event<
      'PublicationRefreshed',
      { readonly changes: readonly FieldChange[]; readonly source: Source; readonly fetchedAt: number }
    >
  | Event<
      'PublicationEdited',
      {
        readonly changes: readonly FieldChange[];
        readonly overlay: Readonly<Record<string, OverlayChange>>;
        readonly custom: Readonly<Partial<DashboardFields>>;
      }
    >
  | Event<'AuthorLinked' | 'AuthorUnlinked', { readonly orcid: string; readonly basis: LinkBasis }>;

export type EarlierEvent = FirstShape | Exclude<PublicationEvent, { readonly type: Reshaped }>;

type Baselines = Readonly<Record<string, Baseline>>;

const withFields = (item: CslItem, changes: readonly FieldChange[]): CslItem => {
  const fields = new Map(Object.entries(item));
  for (const change of changes) {
    if (change.after === undefined) fields.delete(change.field);
    else fields.set(change.field, change.after);
  }
  return Object.fromEntries(fields) as CslItem;
};

const withOverlay = (overlay: Overlay, changes: Readonly<Record<string, OverlayChange>>): Overlay => {
  const next = new Map(Object.entries(overlay));
  for (const [field, change] of Object.entries(changes)) {
    if ('reverted' in change) next.delete(field);
    else next.set(field, change);
  }
  return Object.fromEntries(next);
};

const drifted = (baselines: Baselines, changes: readonly FieldChange[], fetchedAt: number): Baselines => {
  const next = new Map(Object.entries(baselines));
  for (const { field, after } of changes) {
    const known = next.get(field);
    if (known === undefined) continue;
    next.set(field, { ...known, driftedAt: equal(known.provider, after) ? null : (known.driftedAt ?? fetchedAt) });
  }
  return Object.fromEntries(next);
};

const rebased = ({ baselines, original }: Present, overlay: Readonly<Record<string, OverlayChange>>): Baselines => {
  const next = new Map(Object.entries(baselines));
  for (const [field, change] of Object.entries(overlay)) {
    const provider = (original as Readonly<Record<string, Json | undefined>>)[field];
    if ('reverted' in change) next.delete(field);
    else next.set(field, { ...(provider === undefined ? {} : { provider }), driftedAt: null });
  }
  return Object.fromEntries(next);
};

const without = (links: Evidence, orcid: string): Evidence => {
  const { [orcid]: _gone, ...rest } = links;
  return rest;
};

const evolveReshaped = (state: Present, event: FirstShape): Present => {
  switch (event.type) {
    case 'PublicationRefreshed': {
      const { changes, source, fetchedAt } = event.data;
      return {
        ...state,
        original: withFields(state.original, changes),
        source,
        fetchedAt: Math.max(state.fetchedAt, fetchedAt),
        baselines: drifted(state.baselines, changes, fetchedAt),
      };
    }
    case 'PublicationEdited': {
      const { overlay, custom } = event.data;
      return {
        ...state,
        overlay: withOverlay(state.overlay, overlay),
        baselines: rebased(state, overlay),
        custom: { ...state.custom, ...custom },
        editCount: state.editCount + 1,
      };
    }
    default: {
      const { orcid, basis } = event.data;
      const linked = event.type === 'AuthorLinked';
      return {
        ...state,
        links: linked ? { ...state.links, [orcid]: basis } : without(state.links, orcid),
        unlinked: linked ? without(state.unlinked, orcid) : { ...state.unlinked, [orcid]: basis },
        match: {
          suggested: state.match.suggested.filter((each) => each.orcid !== orcid),
          strays: linked ? state.match.strays : state.match.strays.filter((each) => each !== orcid),
        },
      };
    }
  }
};

const RESHAPED: ReadonlySet<string> = new Set<Reshaped>([
  'PublicationRefreshed',
  'PublicationEdited',
  'AuthorLinked',
  'AuthorUnlinked',
]);
const isReshaped = (event: EarlierEvent): event is FirstShape => RESHAPED.has(event.type);

export const evolveFirst = (state: Publication, event: EarlierEvent): Publication => {
  if (!isReshaped(event)) return evolveUnchanged(state, event);
  return state.status === 'absent' ? state : evolveReshaped(state, event);
};

export const sourcesFirst = (event: EarlierEvent, known: Sources): Sources => {
  if (event.type !== 'PublicationAdded' && event.type !== 'PublicationRefreshed') return known;
  const { source, fetchedAt } = event.data;
  const answer = { provider: source.provider, url: source.url, at: fetchedAt };
  if (event.type === 'PublicationAdded') return afterAnswer(NO_SOURCES, answer, Object.keys(event.data.original), []);
  const { changes } = event.data;
  const given = changes.filter(({ after }) => after !== undefined).map(({ field }) => field);
  const gone = changes.filter(({ after }) => after === undefined).map(({ field }) => field);
  return afterAnswer(
    known,
    answer,
    given,
    gone.filter((field) => !given.includes(field)),
  );
};
