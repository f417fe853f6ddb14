/** Previews the import of a DOI: queries the providers like an import, and records nothing. */
import { mustBeRead } from '../../commands/aggregate.ts';
import type { Caller } from '../../commands/caller.ts';
import { publicationAggregate } from '../../commands/publication.ts';
import { registeredPeople } from '../../commands/registered-people.ts';
import { changesBetween } from '../../domain/changes/between.ts';
import type { Fields } from '../../domain/changes/change.ts';
import { fold } from '../../domain/decider.ts';
import type { PublicationCommand } from '../../domain/publication/commands.ts';
import type { PublicationEvent } from '../../domain/publication/events.ts';
import { merge } from '../../domain/record/overlay.ts';
import { isRetracted, linkedOrcids, type Publication } from '../../domain/publication/state.ts';
import { queryProviders, type ImportDeps, type ImportRequest } from './import-doi.ts';
import { fetchPublication, outcomeOf } from './record.ts';

const shown = (state: Publication): Fields => {
  if (state.status === 'absent') return {};
  const linked = linkedOrcids(state);
  return {
    ...(merge(state) as Fields),
    ...(state.citedByCount !== null && { cited_by_count: state.citedByCount }),
    ...(linked.length > 0 && { person_orcids: linked }),
    ...(isRetracted(state) && { is_retracted: true }),
  };
};

/** Throws as `importDoi` does. */
export const previewImport = async (deps: ImportDeps, request: ImportRequest, caller: Caller, signal: AbortSignal) => {
  const people = await registeredPeople(deps, request.personOrcids ?? [], caller.workspace);
  const {
    doi,
    answer: { loaded, command },
  } = await queryProviders(deps, request.doi, signal, (query, until) => fetchPublication(deps, query, caller, until));
  mustBeRead(loaded);
  const { decider, cleaned } = publicationAggregate;
  const decided = (state: Publication, next: PublicationCommand): readonly PublicationEvent[] =>
    decider.decide(cleaned(next), state);
  const recorded = decided(loaded.state, command);
  const links = people.map((orcid): PublicationCommand => ({ type: 'LinkAuthor', orcid, basis: 'staff' }));
  const end = links.reduce(
    (state, link) => fold(decider, decided(state, link), state),
    fold(decider, recorded, loaded.state),
  );
  const record = shown(end);
  const { title } = record;
  return {
    doi,
    outcome: outcomeOf(recorded),
    title: typeof title === 'string' ? title : null,
    // Omits fields that people have edited, since their edits are kept.
    changes: changesBetween(shown(loaded.state), record),
    visible: end.status !== 'absent' && end.visible,
    // An import does not restore a publication deleted by staff.
    isDeleted: end.status === 'deleted',
    personOrcids: end.status === 'absent' ? [] : linkedOrcids(end),
  };
};

export type ImportPreview = Awaited<ReturnType<typeof previewImport>>;
