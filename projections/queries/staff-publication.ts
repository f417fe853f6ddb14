/** One publication as staff see it: what providers say, what people changed, and the merged result. */
import jsonPatch from 'fast-json-patch';
import { doiUrl } from '../../domain/doi.ts';
import { isDoi } from '../../domain/item.ts';
import type { Json } from '../../domain/json.ts';
import { rolesOf } from '../../domain/publication/authors.ts';
import { metadataOf } from '../../domain/publication/completing.ts';
import { driftOf } from '../../domain/publication/drift.ts';
import { ownOf } from '../../domain/own.ts';
import type { DashboardFields } from '../../domain/publication/events.ts';
import type { Overlay } from '../../domain/record/overlay.ts';
import { withRetraction } from '../../domain/publication/cited.ts';
import {
  authorMatchState,
  isKeptRetracted,
  isRetracted,
  linkedOrcids,
  openDoubts,
} from '../../domain/publication/state.ts';
import { publications } from '../catalogue/publications.ts';
import { rowId } from '../ids.ts';
import type { ReadModels } from '../ports.ts';
import { columnsOf, mergedOf } from '../publication/columns.ts';
import { sourcesByField } from '../publication/sources.ts';
import type { PublicationView } from '../publication/view.ts';
import { withheldMark } from './withheld.ts';
import { linkedPeople, type LinkedContributor } from './linked-people.ts';

/** The dashboard-only fields that are set. */
const given = (custom: DashboardFields): Partial<DashboardFields> =>
  Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== null));

/** What people changed, by field; null stands for a field that was removed. */
const editedOf = (overlay: Overlay, custom: DashboardFields): Readonly<Record<string, Json>> | null => {
  const edited = {
    ...Object.fromEntries(Object.entries(overlay).map(([field, put]) => [field, 'removed' in put ? null : put.value])),
    ...given(custom),
  };
  return Object.keys(edited).length === 0 ? null : edited;
};

const sourcesIn = ({ sources }: PublicationView) =>
  Object.fromEntries(
    Object.entries(sourcesByField(sources)).map(([field, { at, ...source }]) => [field, { ...source, fetched_at: at }]),
  );

const bodyOf = (id: string, view: PublicationView, lastFetchedAt: number, people: readonly LinkedContributor[]) => {
  const { state, lastEditedAt, deletedAt } = view;
  const { original, overlay, custom, enrichment } = state;
  const merged = { ...mergedOf(view), ...given(custom) };
  const patch = jsonPatch.compare(original, merged);
  const columns = columnsOf(view);
  return {
    id,
    person_orcids: linkedOrcids(state),
    person: people,
    author_match_state: authorMatchState(state),
    attention: openDoubts(state).map(({ orcid, reason, names = [] }) => ({
      ...{ orcid, reason, names },
      basis: ownOf(state.links, orcid) ?? 'staff',
    })),
    visible: state.visible,
    deleted_at: deletedAt,
    title: columns.title,
    original,
    edited: editedOf(overlay, custom),
    merged,
    edit_patch: patch.length === 0 ? null : JSON.stringify(patch),
    drift: driftOf(state).map(({ field, edited, providerNow, since }) => ({
      field,
      edited: edited ?? null,
      provider_now: providerNow ?? null,
      since,
    })),
    doi_url: isDoi(id) ? doiUrl(id) : null,
    publication_date: columns.publicationDate,
    publication_year: columns.publicationYear,
    publication_type: columns.publicationType,
    cited_by_count: columns.citedByCount,
    is_retracted: isRetracted(state),
    retraction_notices: state.notices,
    retraction_kept: isKeptRetracted(state),
    open_access_status: enrichment?.open_access_status ?? null,
    enriched_metadata: metadataOf(enrichment),
    identifiers: state.identifiers ?? [],
    suggested_joins: state.joins ?? [],
    ...custom,
    last_fetched_at: lastFetchedAt,
    last_edited_at: lastEditedAt,
    edit_count: state.editCount,
    provider_sources: sourcesIn(view),
  };
};

/** What is shown in place of this one in the workspace, by its DOI or key; else null. */
export const staffPrimaryOf = async (readModels: ReadModels, workspace: string, id: string): Promise<string | null> =>
  (await readModels.get(publications, rowId(workspace, id)))?.aliasOf ?? null;

/** Null if the workspace does not have it. */
export const staffPublication = async (readModels: ReadModels, workspace: string, id: string, locale: string) => {
  const row = await readModels.get(publications, rowId(workspace, id));
  if (row === null || row.view === null) return null;
  const { view, lastFetchedAt = 0 } = row;
  const people = await linkedPeople(readModels, workspace, linkedOrcids(view.state), locale);
  const roles = rolesOf(mergedOf(view), view.state);
  const contributors = [...people.values()].map((person) => ({ ...person, roles: roles.get(person.orcid) ?? [] }));
  return {
    body: { ...bodyOf(id, view, lastFetchedAt, contributors), ...withheldMark(row) },
    revision: view.revision,
    csl: row.cited && withRetraction(row.cited, row.retracted),
  };
};

/** What its citation is written from, null if it is too long for one; null if the workspace does not have the publication. */
export const citedPublication = async (readModels: ReadModels, workspace: string, id: string) => {
  const where = {
    all: [
      { field: 'id', eq: rowId(workspace, id) },
      { field: 'addedAt', exists: true },
    ],
  } as const;
  const [row = null] = await readModels.find(publications, { where, limit: 1, fields: ['cited', 'retracted'] });
  return row && { cited: row.cited && withRetraction(row.cited, row.retracted) };
};
