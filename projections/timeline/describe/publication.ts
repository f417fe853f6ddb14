/** Describes events of publications. */
import { fieldsTouched } from '../../../domain/changes/change.ts';
import { isDoi } from '../../../domain/item.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { metadataOf } from '../../../domain/publication/completing.ts';
import type { Doubt, NamedBy, PublicationEvent } from '../../../domain/publication/events.ts';
import { PROVIDER_NAMES } from '../../../domain/publication/provider-names.ts';
import { nameIn } from '../../../domain/stream-kinds.ts';
import {
  difference,
  differing,
  plural,
  said,
  warned,
  type Descriptions,
  type FieldDifference,
  type Said,
} from './description.ts';
import {
  isByHand,
  linked,
  MAX_MENTIONS,
  recordDifferences,
  recordGiven,
  unlinked,
  whoIsLinked,
  whyLinked,
} from './record.ts';

const named = (changes: readonly FieldDifference[]): string => {
  const fields = fieldsTouched(changes);
  return fields.length > 3 ? plural(fields.length, 'field') : fields.join(', ');
};

const aboutAttention = (what: string, doubts: readonly Doubt[], isSettled: boolean): Said => {
  const orcids = doubts.map(({ orcid }) => orcid);
  const who = orcids.length === 1 ? `of ${orcids[0] ?? ''}` : `of ${plural(orcids.length, 'person', 'people')}`;
  const changes = orcids.map((orcid) =>
    difference('settled_orcids', isSettled ? null : orcid, isSettled ? orcid : null),
  );
  return { ...said(`${what} ${who}`, changes), mentions: orcids.slice(0, MAX_MENTIONS) };
};

const namedBy = (by: NamedBy): string => ('work' in by ? `Work ${by.work}, which it supersedes,` : 'A list');

const identity = (other: string, words: string, change: FieldDifference): Said => ({
  ...said(words, change),
  mentions: [other],
});

export const publicationEvents: Descriptions<PublicationEvent['type']> = {
  PublicationAdded: ({ data: { doi, source, original } }) => ({
    ...said(`Added publication ${doi} from ${PROVIDER_NAMES[source.provider]}`, recordGiven(original)),
    provider: source.provider,
  }),
  PublicationCreated: ({ data: { doi, original } }) => said(`Created publication ${doi}`, recordGiven(original)),
  PublicationRefreshed: ({ data: { source, changes } }) => {
    const differences = recordDifferences(changes);
    const what = changes.length === 0 ? 'Fetched the whole record' : `Refreshed ${named(differences)}`;
    const { provider } = source;
    return { ...said(`${what} from ${PROVIDER_NAMES[provider]}`, differences), provider };
  },
  PublicationConfirmed: ({ data: { fetchedAt } }) =>
    said('Found the record unchanged, when it was asked for', difference('last_fetched_at', null, fetchedAt)),
  PublicationEnriched: ({ data: { before, after } }) => {
    const between = (path: readonly string[], was: JsonObject = {}, is: JsonObject = {}): readonly FieldDifference[] =>
      [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) =>
        difference([...path, key], was[key], is[key]),
      );
    return said(
      "Refreshed OpenAlex's facts",
      differing(
        ...between(['enriched_metadata'], metadataOf(before) ?? {}, metadataOf(after) ?? {}),
        ...between(['enriched_metadata', 'record'], before?.record, after?.record),
      ),
    );
  },
  CitationCountChanged: ({ data: { before, after } }) => {
    const times = after === null ? 'an unknown number of times' : plural(after, 'time');
    return said(`Cited ${times}`, difference('cited_by_count', before, after));
  },
  RetractionNoticed: ({ data: { notice } }) =>
    warned(`Marked by a notice (${notice.kind}): ${notice.by}`, difference('retraction_notices', null, notice)),
  RetractionDismissed: ({ data: { notice } }) =>
    said(`Dismissed a notice (${notice.kind}): ${notice.by}`, difference('retraction_notices', notice, null)),
  AuthorLinked: ({ data: { links, wereLinked = false } }) => {
    const [who, why] = [whoIsLinked(links), whyLinked(links)];
    if (wereLinked) return linked(`Kept ${who} linked, ${why}`, links, 'confirmed_orcids');
    return linked(`Linked ${who}, ${why}`, links);
  },
  AuthorUnlinked: ({ data: { links, wereOpen = false } }) => {
    const [who, isStaffs] = [whoIsLinked(links), isByHand(links)];
    if (!wereOpen) return unlinked(`Unlinked ${who}${isStaffs ? ', by hand' : ''}`, links);
    return isStaffs
      ? unlinked(`Rejected ${who} as an author`, links, 'suggestions')
      : linked(`Took back the rejection of ${who}`, links, 'suggestions');
  },
  AuthorListed: ({ data: { orcids } }) => ({
    ...said(
      `Found ${orcids.length === 1 ? (orcids[0] ?? '') : plural(orcids.length, 'person', 'people')} on OpenAlex's list, which cut off the names`,
      difference('suggestions', null, orcids),
    ),
    mentions: orcids.slice(0, MAX_MENTIONS),
  }),
  AttentionSettled: ({ data: { doubts } }) => aboutAttention('Confirmed as right the link', doubts, true),
  AttentionReopened: ({ data: { doubts } }) => aboutAttention('Opened again for attention the link', doubts, false),
  RetractionKept: ({ data: { notices } }) =>
    said(
      'Kept the publication visible although it was retracted',
      notices.map(({ by }) => difference('kept_notices', null, by)),
    ),
  RetractionReopened: ({ data: { notices } }) =>
    said(
      'Opened again whether the retracted publication stays visible',
      notices.map(({ by }) => difference('kept_notices', by, null)),
    ),
  AuthorsMatched: ({ data: { suggested, strays, doubts = [] } }) => {
    const words = [
      ...(suggested.length === 0 ? [] : [`${plural(suggested.length, 'person', 'people')} may be among the authors`]),
      ...(strays.length === 0 ? [] : [`${plural(strays.length, 'linked person', 'linked people')} not among them`]),
      ...(doubts.length === 0 ? [] : [`${plural(doubts.length, 'linked iD')} on an entry in doubt`]),
    ];
    const [orcids, inDoubt] = [suggested, doubts].map((some) => some.map(({ orcid }) => orcid));
    return said(`Matched the authors: ${words.join(', ') || 'nothing open'}`, [
      difference('suggestions', null, orcids),
      difference('strays', null, strays),
      ...(doubts.length === 0 ? [] : [difference('doubts', null, inDoubt)]),
    ]);
  },
  PublicationEdited: ({ data: { changes, reverted } }) => {
    const all = recordDifferences(changes);
    const back = new Set(reverted);
    const isTakenBack = back.size > 0 && fieldsTouched(changes).every((field) => back.has(field));
    const what = named(all) || (isTakenBack ? reverted.join(', ') : 'visibility');
    return said(`${isTakenBack ? 'Reverted the edit of' : 'Edited'} ${what}`, all);
  },
  PublicationHidden: () => said('Hid the publication', difference('visible', true, false)),
  PublicationShown: () => said('Showed the publication', difference('visible', false, true)),
  PublicationDeleted: () => warned('Deleted the publication', difference('deleted', false, true)),
  PublicationRestored: () => said('Restored the publication', difference('deleted', true, false)),
  PublicationIdentified: ({ data }) => ({
    ...said(
      `${namedBy(data)} names it by ${data.identifiers.join(', ')}`,
      data.identifiers.map((identifier) => difference('identifiers', null, identifier)),
    ),
    mentions: [...data.identifiers, ...('work' in data ? [data.work] : [])],
  }),
  PublicationSuperseded: ({ stream, data: { by } }) =>
    identity(
      by,
      isDoi(nameIn(stream)) && isDoi(by)
        ? `Its DOI is an alias of ${by}, which is shown in place of the publication`
        : `It is the same as ${by}, which is shown in its place`,
      difference('superseded_by', null, by),
    ),
  PublicationJoinSuggested: ({ data: { by } }) =>
    identity(by, `It may be ${by}, as a list says`, difference('suggested_joins', null, by)),
  PublicationJoinDeclined: ({ data: { from } }) =>
    identity(from, `It is not ${from}`, difference('suggested_joins', from, null)),
  PublicationSeparated: ({ data: { from } }) =>
    identity(from, `The publication is separate from ${from} again`, difference('superseded_by', from, null)),
  PublicationKeptApart: ({ data: { from } }) => {
    const words = `It is kept apart from ${from}, which lost one of its identifiers`;
    return identity(from, words, difference('apart_from', null, from));
  },
  PublicationReset: () => warned('Reset the publication', difference('status', 'present', 'absent')),
};
