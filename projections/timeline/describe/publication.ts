/** What happened to publications, in words. */
import { fieldsTouched } from '../../../domain/changes/change.ts';
import type { PublicationEvent } from '../../../domain/publication/events.ts';
import { PROVIDER_NAMES } from '../../../domain/publication/provider-names.ts';
import { about, difference, plural, type Descriptions, type FieldDifference } from './description.ts';
import { isByHand, linkChanges, recordDifferences, whoIsLinked, whyLinked } from './record.ts';

const publication = about('publication');

const named = (changes: readonly FieldDifference[]): string => {
  const fields = fieldsTouched(changes);
  return fields.length > 3 ? plural(fields.length, 'field') : fields.join(', ');
};

export const publicationEvents: Descriptions<PublicationEvent['type']> = {
  PublicationAdded: (event) =>
    publication(event, `Added publication ${event.data.doi} from ${PROVIDER_NAMES[event.data.source.provider]}`, {
      changes: Object.entries(event.data.original).map(([field, after]) => difference(field, null, after)),
    }),
  PublicationRefreshed: (event) => {
    const changes = recordDifferences(event.data.changes);
    const from = PROVIDER_NAMES[event.data.source.provider];
    const what = changes.length === 0 ? 'Fetched the whole record' : `Refreshed ${named(changes)}`;
    return publication(event, `${what} from ${from}`, { changes });
  },
  PublicationEnriched: (event) => {
    const { before, after } = event.data;
    const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const changes = keys
      .map((key) => difference(['enriched_metadata', key], before?.[key], after?.[key]))
      .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after));
    return publication(event, "Refreshed OpenAlex's facts", { changes });
  },
  CitationCountChanged: (event) => {
    const { before, after } = event.data;
    return publication(event, `Cited ${after === null ? 'an unknown number of times' : plural(after, 'time')}`, {
      changes: [difference('cited_by_count', before, after)],
    });
  },
  RetractionNoticed: (event) =>
    publication(event, `Marked by a notice (${event.data.notice.kind}): ${event.data.notice.by}`, {
      severity: 'warning',
      changes: [difference('retraction_notices', null, event.data.notice)],
    }),
  AuthorLinked: (event) =>
    publication(
      event,
      `Linked ${whoIsLinked(event.data.links)}, ${whyLinked(event.data.links)}`,
      linkChanges(event.data.links, 'linked'),
    ),
  AuthorUnlinked: (event) =>
    publication(
      event,
      `Unlinked ${whoIsLinked(event.data.links)}${isByHand(event.data.links) ? ', by hand' : ''}`,
      linkChanges(event.data.links, 'unlinked'),
    ),
  AuthorsMatched: (event) => {
    const { suggested, strays } = event.data;
    const said = [
      ...(suggested.length === 0 ? [] : [`${plural(suggested.length, 'person', 'people')} may be among the authors`]),
      ...(strays.length === 0 ? [] : [`${plural(strays.length, 'linked person', 'linked people')} not among them`]),
    ];
    return publication(event, `Matched the authors: ${said.join(', ') || 'nothing open'}`, {
      changes: [
        difference(
          'suggestions',
          null,
          suggested.map(({ orcid }) => orcid),
        ),
        difference('strays', null, strays),
      ],
    });
  },
  PublicationEdited: (event) => {
    const { changes, custom, customBefore = {}, reverted } = event.data;
    const before = new Map<string, unknown>(Object.entries(customBefore));
    const all = [
      ...recordDifferences(changes),
      ...Object.entries(custom).map(([field, after]) => difference(field, before.get(field), after)),
    ];
    const back = new Set(reverted);
    const isTakenBack = back.size > 0 && fieldsTouched(changes).every((field) => back.has(field));
    const what = named(all) || (isTakenBack ? reverted.join(', ') : 'visibility');
    return publication(event, `${isTakenBack ? 'Took back the edit of' : 'Edited'} ${what}`, { changes: all });
  },
  PublicationHidden: (event) =>
    publication(event, 'Hid the publication', { changes: [difference('visible', true, false)] }),
  PublicationShown: (event) =>
    publication(event, 'Showed the publication', { changes: [difference('visible', false, true)] }),
  PublicationDeleted: (event) =>
    publication(event, 'Deleted the publication', {
      severity: 'warning',
      changes: [difference('deleted', false, true)],
    }),
  PublicationRestored: (event) =>
    publication(event, 'Restored the publication', { changes: [difference('deleted', true, false)] }),
  PublicationReset: (event) =>
    publication(event, 'Reset the publication', {
      severity: 'warning',
      changes: [difference('status', 'present', 'absent')],
    }),
};
