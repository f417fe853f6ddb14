/** How each event of a publication is undone: as edits and decisions of staff, over the provider's record. */
import { fieldsChanged } from '../changes/between.ts';
import { pointerTo, type Change } from '../changes/change.ts';
import type { CslItem } from '../csl.ts';
import { ownOf } from '../own.ts';
import type { PublicationCommand } from './commands.ts';
import type { DashboardFields, LinkBasis, PublicationEvent, RetractionNotice } from './events.ts';
import { eachLink } from './links.ts';
import { publication } from './publication.ts';
import { changesTo, fieldsOf, merge, type Overlay } from '../record/overlay.ts';
import {
  DASHBOARD_FIELDS as FIELDS,
  NO_DASHBOARD_FIELDS,
  type Evidence,
  type Present,
  type Publication,
} from './state.ts';
import {
  cannot,
  guardsBetween,
  partsBetween,
  restoring,
  step,
  valuesOf,
  type Inverse,
  type Part,
  type Parts,
} from '../undo/inverse.ts';
import type { Undoable } from '../undo/plan.ts';
import { editedOver, madeInverse, recordInverses, resetInverse } from '../undo/record.ts';

const VISIBLE = '/visible';
const DELETED = '/deleted';

const dashboardParts = ({ custom }: Pick<Present, 'custom'>): Parts =>
  Object.fromEntries(FIELDS.map((field) => [pointerTo(field), custom[field]]));

const dashboardFields = (parts: Parts): Partial<DashboardFields> =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const path = pointerTo(field);
      return Object.hasOwn(parts, path) ? [[field, parts[path] ?? null]] : [];
    }),
  );

const editing = (changes: readonly Change[], beside: Parts): PublicationCommand => ({
  ...{ type: 'EditPublication', changes: [...changes, ...changesTo(dashboardFields(beside))] },
  ...(beside[VISIBLE] === undefined ? {} : { visible: beside[VISIBLE] === true }),
});

const { edited, refreshed } = recordInverses<Publication, PublicationCommand, PublicationEvent>({
  beside: dashboardParts,
  put: editing,
});

const linkPath = (orcid: string): string => pointerTo('person_orcids', orcid);

/** For the links at these paths: true links, false rejects, undefined leaves open again. */
const settling = (wanted: Parts): PublicationCommand => {
  const links = Object.keys(wanted).filter((path) => path.startsWith(linkPath('')));
  const to = (as: boolean | undefined): readonly string[] =>
    links.filter((path) => wanted[path] === as).map((path) => path.slice(linkPath('').length));
  return { type: 'SettleAuthors', linked: to(true), rejected: to(false), open: to(undefined) };
};

/** True: linked. False: staff have said that the iD is not an author. Undefined: open. */
const linkIn = (state: Publication, orcid: string): boolean | undefined => {
  if (state.status === 'absent') return undefined;
  if (Object.hasOwn(state.links, orcid)) return true;
  return ownOf(state.unlinked, orcid) === 'staff' ? false : undefined;
};

const linked: Inverse<Publication, PublicationCommand, PublicationEvent> = {
  role: 'member',
  parts: ({ event, before, after, now }) => {
    if (event.type !== 'AuthorLinked' && event.type !== 'AuthorUnlinked') return [];
    return eachLink(event.data.links).flatMap(({ orcid, basis }) => {
      const [was, became, is] = [linkIn(before, orcid), linkIn(after, orcid), linkIn(now, orcid)];
      if (was === became) return [];
      // The next harvest would make an open link again, so undoing a machine's link rejects it.
      const part = { path: linkPath(orcid), before: was, after: became, now: is };
      return event.type === 'AuthorLinked' && basis !== 'staff'
        ? [{ ...part, before: false, stood: { value: was } }]
        : [part];
    });
  },
  commands: (_moment, parts) => [settling(valuesOf(parts))],
};

const shown = restoring<Publication, PublicationCommand, PublicationEvent>({
  role: 'member',
  view: (state) => (state.status === 'absent' ? {} : { [VISIBLE]: state.visible }),
  put: (wanted) => [{ type: wanted[VISIBLE] === true ? 'ShowPublication' : 'HidePublication' }],
});

const noticePath = ({ by, kind }: RetractionNotice): string => pointerTo('retraction_notices', by, kind);

const noticesOf = ({ notices }: Publication): Parts =>
  Object.fromEntries(notices.map((notice) => [noticePath(notice), notice]));

const noticed: Inverse<Publication, PublicationCommand, PublicationEvent> = {
  role: 'member',
  parts: ({ before, after, now }) => partsBetween(noticesOf(before), noticesOf(after), noticesOf(now)),
  commands: ({ event }) => {
    if (event.type === 'RetractionNoticed') return [{ type: 'DismissRetraction', ...event.data }];
    return event.type === 'RetractionDismissed' ? [{ type: 'NoteRetraction', ...event.data, byStaff: true }] : [];
  },
  outlivesReset: true,
};

const deleted = restoring<Publication, PublicationCommand, PublicationEvent>({
  role: 'member',
  view: (state) => ({ [DELETED]: state.status !== 'active' }),
  put: (wanted) => [{ type: wanted[DELETED] === true ? 'DeletePublication' : 'RestorePublication' }],
});

/** What people have changed since; changes by providers do not count. */
const editedSince = (then: Present, now: Present): readonly Part[] => {
  const byHand = [...byStaff(now.links), ...byStaff(now.unlinked)];
  const staffParts = (state: Present): Parts => ({
    [VISIBLE]: state.visible,
    ...dashboardParts(state),
    ...Object.fromEntries(byHand.map((orcid) => [linkPath(orcid), linkIn(state, orcid)])),
  });
  return [...editedOver(then.overlay, now), ...guardsBetween(staffParts(then), staffParts(now))];
};

const SUPERSEDED_BY = '/superseded_by';

const superseded = restoring<Publication, PublicationCommand, PublicationEvent>({
  role: 'member',
  view: ({ supersededBy }) => ({ [SUPERSEDED_BY]: supersededBy }),
  put: ({ [SUPERSEDED_BY]: by }) =>
    typeof by === 'string' ? [{ type: 'SupersedePublication', by, byStaff: true }] : [{ type: 'SeparatePublication' }],
});

const added = madeInverse(deleted, editedSince);

type MachineBasis = Exclude<LinkBasis, 'staff'>;

const byMachine = ({ links }: Present): readonly { readonly orcid: string; readonly basis: MachineBasis }[] =>
  Object.entries(links).flatMap(([orcid, basis]) => (basis === 'staff' ? [] : [{ orcid, basis }]));

const byStaff = (links: Evidence): readonly string[] => Object.keys(links).filter((orcid) => links[orcid] === 'staff');

/** The provider's record as it was when people edited it. */
const whenEdited = ({ original, baselines }: Present): CslItem => {
  const drifted = Object.entries(baselines).filter(([, { driftedAt }]) => driftedAt !== null);
  const said = drifted.map(([field, { provider }]): [string, Overlay[string]] => [
    field,
    provider === undefined ? { removed: true } : { value: provider },
  ]);
  return merge({ original, overlay: Object.fromEntries(said) });
};

/** Restores the provider's record as it was, and people's edits on top. */
const commandsToBringBack = (was: Present): readonly PublicationCommand[] => {
  const {
    doi,
    original,
    overlay,
    source,
    fetchedAt,
    enrichment,
    citedByCount,
    custom,
    visible,
    status,
    supersededBy,
    apartFrom = [],
  } = was;
  const record = { type: 'RecordFromProvider', doi, source, fetchedAt, links: byMachine(was) } as const;
  const edited = whenEdited(was);
  const changes = fieldsChanged(fieldsOf(edited), fieldsOf(merge({ original: edited, overlay })));
  return [
    { ...record, original: edited, enrichment, citedByCount },
    { type: 'SettleAuthors', linked: byStaff(was.links), rejected: byStaff(was.unlinked), open: [] },
    { type: 'EditPublication', changes: [...changes, ...changesTo(custom)], visible },
    // Marks drift again.
    { ...record, original },
    ...(status === 'deleted' ? [{ type: 'DeletePublication' } as const] : []),
    ...apartFrom.flatMap((by): readonly PublicationCommand[] => [
      { type: 'SupersedePublication', by, byStaff: true },
      { type: 'SeparatePublication' },
    ]),
    ...(supersededBy === undefined ? [] : [{ type: 'SupersedePublication', by: supersededBy, byStaff: true } as const]),
  ];
};

const reset = resetInverse<Publication, PublicationCommand, PublicationEvent>({
  bringBack: commandsToBringBack,
  beside: (state) => ({
    ...dashboardParts(state),
    [VISIBLE]: state.visible,
    [DELETED]: state.status === 'deleted',
    ...Object.fromEntries(byStaff(state.links).map((orcid) => [linkPath(orcid), true])),
    ...Object.fromEntries(byStaff(state.unlinked).map((orcid) => [linkPath(orcid), false])),
  }),
  untouched: { ...dashboardParts({ custom: NO_DASHBOARD_FIELDS }), [VISIBLE]: true, [DELETED]: false },
  put: (fields, beside) => [
    settling(beside),
    editing(fields, beside),
    ...(beside[DELETED] === true ? [{ type: 'DeletePublication' } as const] : []),
  ],
});

export const undoablePublication: Undoable<Publication, PublicationCommand, PublicationEvent> = {
  decider: publication,
  empties: 'PublicationReset',
  inverses: {
    PublicationAdded: added,
    PublicationRefreshed: refreshed,
    PublicationConfirmed: step('Nothing was changed.'),
    PublicationEdited: edited,
    PublicationHidden: shown,
    PublicationShown: shown,
    PublicationDeleted: deleted,
    PublicationRestored: deleted,
    PublicationReset: reset,
    PublicationSuperseded: superseded,
    PublicationSeparated: superseded,
    AuthorLinked: linked,
    AuthorUnlinked: linked,
    AuthorsMatched: step('A match follows from the names and the links; undo those instead.'),
    PublicationEnriched: cannot("These are OpenAlex's facts, which the next refresh brings back."),
    CitationCountChanged: cannot('The count comes from a provider.'),
    RetractionNoticed: {
      ...noticed,
      alone: cannot('The notice was published by others; if it is mistaken, dismiss it separately.'),
    },
    RetractionDismissed: noticed,
  },
};
