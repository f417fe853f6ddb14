/** What happened to publications, in words. */
import type { FieldChange, LinkBasis, PublicationEvent } from '../../../domain/publication/events.ts';
import { about, difference, plural, type Descriptions, type FieldDifference } from './description.ts';

const publication = about('publication');

const PROVIDERS = { crossref: 'Crossref', datacite: 'DataCite', openalex: 'OpenAlex', orcid: 'ORCID' } as const;
const BASES: Readonly<Record<LinkBasis, string>> = {
  metadata: 'named in the metadata',
  orcid_list: 'on their own ORCID list',
  openalex_list: "on OpenAlex's list",
  staff: 'by hand',
};

const fields = (changes: readonly FieldChange[]): readonly FieldDifference[] =>
  changes.map(({ field, before, after }) => difference(field, before, after));

const named = (changes: readonly FieldDifference[]): string =>
  changes.length > 3
    ? plural(changes.length, 'field')
    : changes.map(({ path }) => path.slice(1)).join(', ') || 'visibility';

export const publicationEvents: Descriptions<PublicationEvent['type']> = {
  PublicationAdded: (event) =>
    publication(event, `Added publication ${event.data.doi} from ${PROVIDERS[event.data.source.provider]}`, {
      changes: fields(Object.entries(event.data.original).map(([field, after]) => ({ field, after }) as FieldChange)),
    }),
  PublicationRefreshed: (event) => {
    const changes = fields(event.data.changes);
    const from = PROVIDERS[event.data.source.provider];
    return publication(event, `Refreshed ${named(changes)} from ${from}`, { changes });
  },
  PublicationEnriched: (event) => {
    const { before, after } = event.data;
    const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const changes = keys
      .map((key) => difference(`enriched_metadata/${key}`, before?.[key], after?.[key]))
      .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after))
      .map((each) => ({ ...each, path: each.path.replace('~1', '/') }));
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
    publication(event, `Linked ${event.data.orcid}, ${BASES[event.data.basis]}`, {
      changes: [difference('person_orcids', null, event.data.orcid)],
    }),
  AuthorUnlinked: (event) =>
    publication(event, `Unlinked ${event.data.orcid}${event.data.basis === 'staff' ? ', by hand' : ''}`, {
      changes: [difference('person_orcids', event.data.orcid, null)],
    }),
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
    const { changes, custom, customBefore = {}, overlay } = event.data;
    const before = new Map<string, unknown>(Object.entries(customBefore));
    const all = [
      ...fields(changes),
      ...Object.entries(custom).map(([field, after]) => difference(field, before.get(field), after)),
    ];
    const isTakenBack = Object.keys(overlay).length > 0 && Object.values(overlay).every((each) => 'reverted' in each);
    return publication(event, `${isTakenBack ? 'Took back the edit of' : 'Edited'} ${named(all)}`, { changes: all });
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
