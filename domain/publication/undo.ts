/** How each event of a publication is undone: as edits and decisions of staff, over the provider's record. */
import { pointerTo } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import { ownOf } from '../own.ts';
import type { PublicationCommand } from './commands.ts';
import { describedOf } from './completing.ts';
import type { Doubt, Enrichment, PublicationEvent, RetractionNotice } from './events.ts';
import { FRESH } from './evolve.ts';
import { publication } from './publication.ts';
import { merge, type Overlay } from '../record/overlay.ts';
import {
  AUTHORS,
  fieldsPutBack,
  guardsBetween,
  over,
  partsOf,
  partsOfStaff,
  recordInverses,
  resetInverse,
} from '../record/undo.ts';
import { byStaff, type Present, type Publication } from './state.ts';
import { cannot, changed, step, valuesOf, type Inverse, type Parts, type Undoable } from '../undo/inverse.ts';

type Back = Inverse<Publication, PublicationCommand, PublicationEvent>;

const VISIBLE = '/visible';
const DELETED = '/deleted';
const LINKS = pointerTo('person_orcids', '');
const SETTLED = pointerTo('settled_orcids', '');
const KEPT = pointerTo('kept_notices', '');
const SUPERSEDED_BY = '/superseded_by';
const SUGGESTED = pointerTo('suggested', '');
const APART_FROM = pointerTo('apart_from', '');

const isLink = (path: string): boolean => path.startsWith(LINKS);
const isSettled = (path: string): boolean => path.startsWith(SETTLED);
const isKept = (path: string): boolean => path.startsWith(KEPT);
const isApart = (path: string): boolean => path.startsWith(APART_FROM);

/** True: linked. False: staff have said that the iD is not an author. Any other is open. */
const linkParts = ({ unlinked }: Present, linked: readonly string[]): Parts =>
  Object.fromEntries([
    ...byStaff(unlinked).map((orcid) => [`${LINKS}${orcid}`, false] as const),
    ...linked.map((orcid) => [`${LINKS}${orcid}`, true] as const),
  ]);

const keptParts = ({ kept }: Present): Parts =>
  Object.fromEntries(kept.map((notice) => [pointerTo('kept_notices', notice.by, notice.kind), notice]));

const partsIn = (state: Present, linked: readonly string[]): Parts => ({
  ...partsOf(merge(state)),
  ...Object.fromEntries(Object.entries(state.custom).map(([field, value]) => [pointerTo(field), value])),
  ...linkParts(state, linked),
  ...Object.fromEntries(Object.entries(state.settled).map(([orcid, doubt]) => [`${SETTLED}${orcid}`, doubt])),
  ...keptParts(state),
  [VISIBLE]: state.visible,
  [DELETED]: state.status === 'deleted',
});

const view = (state: Publication): Parts =>
  state.status === 'absent' ? { [DELETED]: true } : partsIn(state, Object.keys(state.links));

/** Without the links that only providers have made. */
const staffView = (state: Present): Parts => partsIn(state, byStaff(state.links));

/** True links, false rejects, undefined leaves open again. */
const settling = (wanted: Parts): PublicationCommand => {
  const to = (as: boolean | undefined): readonly string[] =>
    Object.keys(wanted).flatMap((path) => (isLink(path) && wanted[path] === as ? [path.slice(LINKS.length)] : []));
  return { type: 'SettleAuthors', linked: to(true), rejected: to(false), open: to(undefined) };
};

const settlingAttention = (wanted: Parts): PublicationCommand => {
  const paths = Object.keys(wanted).filter(isSettled);
  return {
    type: 'SettleAttention',
    settled: paths.flatMap((path) => (wanted[path] as Doubt | undefined) ?? []),
    open: paths.filter((path) => wanted[path] === undefined).map((path) => path.slice(SETTLED.length)),
  };
};

const keeping = (wanted: Parts, { kept }: Present): readonly PublicationCommand[] => {
  const paths = Object.keys(wanted).filter(isKept);
  const notices = paths.flatMap((path) => (wanted[path] as RetractionNotice | undefined) ?? []);
  const open = kept.filter((notice) => {
    const path = pointerTo('kept_notices', notice.by, notice.kind);
    return paths.includes(path) && wanted[path] === undefined;
  });
  return [
    { type: 'KeepRetracted', notices },
    { type: 'ReopenRetraction', notices: open },
  ];
};

const put = (wanted: Parts, now: Present): readonly (PublicationCommand | false)[] => {
  const { [VISIBLE]: visible, [DELETED]: deleted, ...others } = wanted;
  const isField = (path: string): boolean => !isLink(path) && !isSettled(path) && !isKept(path) && !isApart(path);
  const fields = Object.fromEntries(Object.entries(others).filter(([path]) => isField(path)));
  const apart = Object.keys(others).flatMap((path) => (isApart(path) ? [path.slice(APART_FROM.length)] : []));
  return [
    ...apart.map((from): PublicationCommand =>
      from === now.supersededBy ? { type: 'SeparatePublication' } : { type: 'KeepApart', from },
    ),
    settling(others),
    settlingAttention(others),
    ...keeping(others, now),
    {
      ...{ type: 'EditPublication', changes: fieldsPutBack(fields, merge(now)) },
      ...(visible !== undefined && { visible: visible === true }),
    },
    deleted !== undefined && { type: deleted === true ? 'DeletePublication' : 'RestorePublication' },
  ];
};

const { back, edited } = recordInverses<Publication, PublicationCommand, PublicationEvent>({ view, put });

const shown: Back = {
  ...back,
  // By itself, this does not count as an edit.
  put: ({ [VISIBLE]: visible }) => [{ type: visible === true ? 'ShowPublication' : 'HidePublication' }],
};

/** The next harvest would make an open link again, so undoing a machine's link rejects it. */
const linked: Back = {
  ...back,
  parts: (moment) => {
    const { after } = moment;
    const isByStaff = (path: string): boolean =>
      after.status !== 'absent' && ownOf(after.links, path.slice(LINKS.length)) === 'staff';
    return back
      .parts(moment)
      .map((part) => (isByStaff(part.path) ? part : { ...part, before: false, stood: { value: part.before } }));
  },
};

const noticed: Back = {
  role: 'member',
  parts: changed(({ notices }) =>
    Object.fromEntries(notices.map((notice) => [pointerTo('retraction_notices', notice.by, notice.kind), notice])),
  ),
  put: (_wanted, { event }) => [
    event.type === 'RetractionNoticed' && { type: 'DismissRetraction', ...event.data },
    event.type === 'RetractionDismissed' && { type: 'NoteRetraction', ...event.data, byStaff: true },
  ],
  outlivesReset: true,
};

/** Undone unless people have changed it since; changes by providers do not count. */
const added: Back = {
  ...back,
  makes: DELETED,
  parts: (moment) => {
    const { after: then, now } = moment;
    const existence = changed(({ status }: Publication) => ({ [DELETED]: status !== 'active' }))(moment);
    if (now.status === 'absent') return existence;
    const ofStaff = staffView(now);
    const guards = guardsBetween(view(over(then, now)), view(now));
    const isOfStaff = (path: string): boolean => path !== DELETED && (!isLink(path) || Object.hasOwn(ofStaff, path));
    return [...existence, ...guards.filter(({ path }) => isOfStaff(path))];
  },
};

const superseded: Back = {
  role: 'member',
  parts: changed(({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy })),
  put: ({ [SUPERSEDED_BY]: by }) => [
    typeof by === 'string' ? { type: 'SupersedePublication', by, byStaff: true } : { type: 'SeparatePublication' },
  ],
};

const declined: Back = {
  role: 'member',
  parts: changed(({ joins = [] }) => Object.fromEntries(joins.map((id) => [`${SUGGESTED}${id}`, id]))),
  put: (wanted) =>
    Object.values(wanted).map((by) => typeof by === 'string' && { type: 'SuggestJoin', by, byStaff: true }),
};

/** Undone, it is that item after all, which is shown in its place. */
const keptApart: Back = {
  ...superseded,
  parts: ({ event, now: { supersededBy } }) =>
    event.type === 'PublicationKeptApart'
      ? [{ path: SUPERSEDED_BY, before: event.data.from, after: undefined, now: supersededBy }]
      : [],
  // It follows from a decision of staff, not from what the job read.
  alone: step('Undoing a job keeps the two apart; if they are the same item, undo this event separately.'),
};

/** The provider's record as it was when people edited it. */
const whenEdited = ({ original, baselines }: Present): CslItem => {
  const drifted = Object.entries(baselines).filter(([, { driftedAt }]) => driftedAt !== null);
  const said = drifted.map(([field, { provider }]): [string, Overlay[string]] => [
    field,
    provider === undefined ? { removed: true } : { value: provider },
  ]);
  return merge({ original, overlay: Object.fromEntries(said) });
};

/** OpenAlex's facts as they were then: those that have drifted since are in the record. */
const enrichmentWhenEdited = ({ enrichment, baselines }: Present): Enrichment | null => {
  if (enrichment?.record === undefined) return enrichment;
  const record = Object.entries(enrichment.record).filter(([field]) => (baselines[field]?.driftedAt ?? null) === null);
  return { ...enrichment, record: Object.fromEntries(record) };
};

/** Restores the provider's record as it was, and people's edits on top. */
const bringBack = (was: Present): readonly (PublicationCommand | false)[] => {
  const { doi, source, fetchedAt, enrichment, citedByCount, supersededBy, apartFrom = [], joins = [] } = was;
  const links = Object.entries(was.links).flatMap(([orcid, basis]) => (basis === 'staff' ? [] : [{ orcid, basis }]));
  const said = { doi, fetchedAt, links, unnamed: was.listed, identifiers: was.identifiers ?? [] } as const;
  const record = source === null ? null : ({ type: 'RecordFromProvider', source, ...said } as const);
  const fresh: Present = { ...was, ...FRESH, original: whenEdited(was) };
  const then = enrichmentWhenEdited(was);
  const completed = was.completed.filter((field) => Object.hasOwn(then?.record ?? {}, field));
  const parts = partsOfStaff(staffView({ ...was, original: fresh.original }), staffView(fresh));
  const { [DELETED]: deleted, ...wanted } = valuesOf(parts);
  return [
    record === null
      ? { type: 'CreatePublication', doi, original: was.original }
      : {
          ...record,
          original: describedOf({ ...was, original: fresh.original, completed }),
          enrichment: then,
          citedByCount,
        },
    ...put(wanted, fresh),
    // Marks drift again.
    record !== null && { ...record, original: describedOf(was), enrichment },
    deleted === true && { type: 'DeletePublication' },
    ...apartFrom.map((from): PublicationCommand => ({ type: 'KeepApart', from })),
    ...joins.map((by): PublicationCommand => ({ type: 'SuggestJoin', by })),
    supersededBy !== undefined && { type: 'SupersedePublication', by: supersededBy, byStaff: true },
  ];
};

/** With what it was kept apart from when it was reset, which nothing else takes back. */
const apartAsWell = (was: Present, { apartFrom = [] }: Present): Parts =>
  Object.fromEntries(
    apartFrom.filter((id) => was.apartFrom?.includes(id)).map((id) => [`${APART_FROM}${id}`, id] as const),
  );

const reset = resetInverse<Publication, PublicationCommand, PublicationEvent>({
  staffParts: (was, now) =>
    partsOfStaff(
      { ...staffView({ ...was, original: now.original }), ...apartAsWell(was, was) },
      staffView({ ...now, ...FRESH }),
      { ...staffView(now), ...apartAsWell(was, now) },
    ),
  put: back.put,
  bringBack,
});

export const undoablePublication: Undoable<Publication, PublicationCommand, PublicationEvent> = {
  decider: publication,
  empties: 'PublicationReset',
  together: AUTHORS,
  inverses: {
    PublicationAdded: added,
    PublicationCreated: added,
    PublicationRefreshed: back,
    PublicationConfirmed: step('Nothing was changed.'),
    PublicationEdited: edited,
    PublicationHidden: shown,
    PublicationShown: shown,
    PublicationDeleted: back,
    PublicationRestored: back,
    PublicationReset: reset,
    PublicationSuperseded: superseded,
    PublicationSeparated: superseded,
    PublicationJoinSuggested: step('Decide on the page of the work whether the two are the same.'),
    PublicationJoinDeclined: declined,
    PublicationKeptApart: keptApart,
    PublicationIdentified: cannot(
      'The identifiers come from a list. If the work is a different one, undo the event that superseded it.',
    ),
    AuthorLinked: linked,
    AuthorUnlinked: back,
    AuthorListed: step('A suggestion follows from it; reject that instead.'),
    AuthorsMatched: step('A match follows from the names and the links; undo those instead.'),
    AttentionSettled: back,
    AttentionReopened: back,
    RetractionKept: back,
    RetractionReopened: back,
    PublicationEnriched: {
      ...back,
      unless: (event) =>
        event.type === 'PublicationEnriched' && equal(event.data.before?.record, event.data.after?.record)
          ? cannot("These are OpenAlex's facts, which the next refresh brings back.")
          : null,
    },
    CitationCountChanged: cannot('The count comes from a provider.'),
    RetractionNoticed: {
      ...noticed,
      alone: cannot('The notice was published by others; if it is mistaken, dismiss it separately.'),
    },
    RetractionDismissed: noticed,
  },
};
