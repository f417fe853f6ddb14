/** What follows from a provider's answer: an event for each thing that it changes, and none for what it confirms. */
import { Refused } from '../errors.ts';
import { equal } from '../equal.ts';
import { jsonBytes, MAX_RECORD_BYTES } from '../size.ts';
import type { ProviderRecord } from './commands.ts';
import type { PublicationEvent, RetractionNotice } from './events.ts';
import { changesBetween, fieldsOf } from './overlay.ts';
import { refreshes } from './refresh.ts';
import type { Present, Publication } from './state.ts';

const same = (a: RetractionNotice, b: RetractionNotice): boolean => a.by === b.by && a.kind === b.kind;

export const newNotices = (
  known: readonly RetractionNotice[],
  said: readonly RetractionNotice[],
): readonly RetractionNotice[] => said.filter((notice) => !known.some((other) => same(other, notice)));

type Facts = Omit<ProviderRecord, 'original' | 'source'>;

/** Links that a machine may make: not those that hold, and never against what staff decided by hand. */
const links = (state: Publication, wanted: ProviderRecord['links']): readonly PublicationEvent[] => {
  const known = state.status === 'absent' ? {} : state.links;
  const seen = new Set<string>();
  return wanted.flatMap(({ orcid, basis }): PublicationEvent[] => {
    const link = Object.hasOwn(known, orcid) ? known[orcid] : undefined;
    if (seen.has(orcid) || link?.linked === true || link?.basis === 'staff') return [];
    seen.add(orcid);
    return [{ type: 'AuthorLinked', data: { orcid, basis } }];
  });
};

/** What the facts change of a publication that is there. */
export const confirm = (
  state: Present,
  { doi, enrichment, citedByCount, fetchedAt, notices = [], links: wanted }: Facts,
): readonly PublicationEvent[] => {
  const decided: PublicationEvent[] = [];
  // An answer that is older than what is known is a worker waking up late: it says nothing new about the record.
  if (fetchedAt >= state.fetchedAt) {
    if (enrichment !== undefined && !equal(enrichment, state.enrichment))
      decided.push({ type: 'PublicationEnriched', data: { before: state.enrichment, after: enrichment, fetchedAt } });
    if (citedByCount !== undefined && citedByCount !== state.citedByCount)
      decided.push({
        type: 'CitationCountChanged',
        data: { before: state.citedByCount, after: citedByCount, fetchedAt },
      });
  }
  for (const notice of newNotices(state.notices, notices))
    decided.push({ type: 'RetractionNoticed', data: { doi, notice } });
  return [...decided, ...links(state, wanted)];
};

/** Throws `Refused('invalid', 'record_too_large')` for a record that no event can carry. */
export const record = (state: Publication, said: ProviderRecord): readonly PublicationEvent[] => {
  const { doi, original, source, fetchedAt, enrichment = null, citedByCount = null, notices = [] } = said;
  if (jsonBytes([original, enrichment]) > MAX_RECORD_BYTES)
    throw new Refused('invalid', 'record_too_large', `the record of ${doi} is larger than ${MAX_RECORD_BYTES} bytes`);

  if (state.status === 'absent') {
    const known = [...state.notices, ...newNotices(state.notices, notices)];
    return [
      {
        type: 'PublicationAdded',
        data: { doi, original, source, fetchedAt, enrichment, citedByCount, notices: known },
      },
      ...links(state, said.links),
    ];
  }
  const changes = fetchedAt < state.fetchedAt ? [] : changesBetween(fieldsOf(state.original), fieldsOf(original));
  return [...refreshes(changes, source, fetchedAt), ...confirm(state, said)];
};
