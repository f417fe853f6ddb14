/** The events that follow from a provider's answer: one for each thing it changes, and none for what it confirms unless asked. */
import { changesBetween } from '../changes/between.ts';
import { fitting } from '../changes/fit.ts';
import type { CslItem } from '../csl.ts';
import { Refused } from '../errors.ts';
import { equal } from '../equal.ts';
import { inRoom } from '../facts/room.ts';
import { isOvertaken } from '../ingestion/schedule.ts';
import { APPEND, ID, jsonBytes, RECORD } from '../limits.ts';
import type { ProviderRecord } from './commands.ts';
import { describedOf, withRoomBeside } from './completing.ts';
import type { NamedBy, PublicationEvent, RetractionNotice } from './events.ts';
import { isOpen, linkable, linking } from './links.ts';
import { marksIn, sameNotice, stillMarked } from './notices.ts';
import { mayDescribe, standingOf } from './one-list.ts';
import { fieldsOf } from '../record/overlay.ts';
import type { Present, Publication } from './state.ts';

/** Only as many as a record may have; more would say nothing new. */
export const newNotices = (
  { notices, dismissed = [] }: Pick<Publication, 'notices' | 'dismissed'>,
  { doi, notices: said = [] }: Pick<ProviderRecord, 'doi' | 'notices'>,
): readonly PublicationEvent[] => {
  const known = [...notices, ...dismissed];
  const fresh: RetractionNotice[] = [];
  for (const notice of said) {
    if (known.length + fresh.length >= RECORD.notices) break;
    if (![...known, ...fresh].some((other) => sameNotice(other, notice))) fresh.push(notice);
  }
  return fresh.map((notice) => ({ type: 'RetractionNoticed', data: { doi, notice } }));
};

type Facts = Omit<ProviderRecord, 'original' | 'source'>;

export const newLinks = (state: Publication, wanted: ProviderRecord['links']): readonly PublicationEvent[] => {
  const known = state.status === 'absent' ? { links: {}, unlinked: {} } : state;
  return linking(known, linkable(known, wanted));
};

/** Only as many as can be suggested, and none about whom staff or other evidence have decided. */
const newlyListed = (
  state: Publication,
  { unnamed = [] }: Pick<ProviderRecord, 'unnamed'>,
): readonly PublicationEvent[] => {
  const { links, unlinked, listed } = state.status === 'absent' ? { links: {}, unlinked: {}, listed: [] } : state;
  const isKnown = new Set<string>(listed);
  const orcids = unnamed
    .filter((orcid) => isOpen({ links, unlinked }, orcid) && !isKnown.has(orcid))
    .slice(0, Math.max(RECORD.suggestions - listed.length, 0));
  return orcids.length === 0 ? [] : [{ type: 'AuthorListed', data: { orcids } }];
};

/** Only as many as are kept of a work. */
export const newIdentifiers = (
  state: Publication,
  { identifiers: wanted, ...by }: { readonly identifiers: readonly string[] } & NamedBy,
): readonly PublicationEvent[] => {
  const { identifiers: known = [] } = state.status === 'absent' ? {} : state;
  const fresh = [...new Set(wanted)].filter((each) => !known.includes(each));
  const identifiers = fresh.slice(0, Math.max(0, ID.identifiers - known.length));
  return identifiers.length === 0 ? [] : [{ type: 'PublicationIdentified', data: { identifiers, ...by } }];
};

/** What the facts change in an existing publication. `described`: the record that they stand beside. */
const factsChanged = (
  state: Present,
  facts: Facts,
  described: CslItem = describedOf(state),
): readonly PublicationEvent[] => {
  const { doi, citedByCount, fetchedAt } = facts;
  const enrichment = withRoomBeside(described, facts.enrichment);
  const decided: PublicationEvent[] = [];
  const isCurrent = !isOvertaken(fetchedAt, state.fetchedAt);
  if (isCurrent) {
    if (enrichment !== undefined && !equal(enrichment, state.enrichment))
      decided.push({ type: 'PublicationEnriched', data: { before: state.enrichment, after: enrichment, fetchedAt } });
    if (citedByCount !== undefined && citedByCount !== state.citedByCount)
      decided.push({
        type: 'CitationCountChanged',
        data: { before: state.citedByCount, after: citedByCount, fetchedAt },
      });
  }
  const notices = [...(facts.notices ?? []), ...(isCurrent ? marksIn(enrichment) : [])];
  return [
    ...decided,
    ...newNotices(state, { doi, notices }),
    ...newLinks(state, facts.links),
    ...newlyListed(state, facts),
  ];
};

/** That nothing else is new, if it was asked for. */
const answered = (
  state: Present,
  { fetchedAt, isAsked = false }: Facts,
  decided: readonly PublicationEvent[],
): readonly PublicationEvent[] => {
  const isSaid = decided.some(({ data }) => 'fetchedAt' in data);
  return isAsked && !isSaid && fetchedAt > state.fetchedAt
    ? [...decided, { type: 'PublicationConfirmed', data: { fetchedAt } }]
    : decided;
};

/** What an answer without a record changes in an existing publication. */
export const confirm = (state: Present, facts: Facts): readonly PublicationEvent[] =>
  answered(state, facts, factsChanged(state, facts));

/** Lists may describe an item differently: only the first one updates it, or the record would alternate between them. */
const describesIt = (state: Present, { isOfList, original, source, links }: ProviderRecord): boolean =>
  isOfList !== true ||
  (source.url === state.source?.url && mayDescribe(original, standingOf(state), links[0]?.orcid ?? null));

/** The changes of the record, with as many old values as fit into one append with the other events. */
const refresh = (
  state: Present,
  said: ProviderRecord,
  besides: readonly PublicationEvent[],
): readonly PublicationEvent[] => {
  const { original, source, fetchedAt } = said;
  if (isOvertaken(fetchedAt, state.fetchedAt) || !describesIt(state, said)) return [];
  const changes = changesBetween(fieldsOf(describedOf(state)), fieldsOf(original));
  if (changes.length === 0) return [];
  const room = APPEND.bytes - jsonBytes([besides, source]) - (besides.length + 1) * APPEND.envelopeBytes;
  return [{ type: 'PublicationRefreshed', data: { changes: fitting(changes, room), source, fetchedAt } }];
};

/** Throws `Refused('invalid', 'record_too_large')`, naming the limit. */
export const mustFit = (name: string, ...parts: readonly unknown[]): void => {
  const bytes = jsonBytes(parts);
  if (bytes > RECORD.bytes)
    throw new Refused(
      'invalid',
      'record_too_large',
      `the record of ${name} is ${bytes} bytes of JSON; at most ${RECORD.bytes} are accepted`,
      { bytes, accepted: `at most ${RECORD.bytes} bytes` },
    );
};

export const record = (state: Publication, said: ProviderRecord): readonly PublicationEvent[] => {
  const { doi, source, fetchedAt, citedByCount = null } = said;
  const original = inRoom(said.original);
  const enrichment = withRoomBeside(original, said.enrichment ?? null);
  const identified = newIdentifiers(state, {
    identifiers: said.identifiers ?? [],
    list: source.url,
    at: said.fetchedAt,
  });
  mustFit(doi, original, enrichment);

  if (state.status === 'absent') {
    const notices = stillMarked(state.notices, enrichment);
    return [
      { type: 'PublicationAdded', data: { doi, original, source, fetchedAt, enrichment, citedByCount, notices } },
      ...newNotices(state, { doi, notices: [...(said.notices ?? []), ...marksIn(enrichment)] }),
      ...newLinks(state, said.links),
      ...newlyListed(state, said),
      ...identified,
      ...(said.isHiddenIfNew === true ? [{ type: 'PublicationHidden', data: {} } as const] : []),
    ];
  }
  const besides = [...factsChanged(state, said, original), ...identified];
  return answered(state, said, [...refresh(state, { ...said, original }, besides), ...besides]);
};
