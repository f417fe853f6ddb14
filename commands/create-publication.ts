/** Creates a publication without a DOI, as staff describe it. */
import { Refused } from '../domain/errors.ts';
import type { CslItem } from '../domain/csl.ts';
import { mustSay } from '../domain/bounded.ts';
import type { PublicationEvent } from '../domain/publication/events.ts';
import { keyOfGiven, mustBeIsbns, mustBeIssns, type GivenIdentifier } from '../domain/publication/given-identifier.ts';
import type { Publication } from '../domain/publication/state.ts';
import { mustBeWithin } from '../domain/record/bounds.ts';
import { editRecord } from '../domain/record/edit.ts';
import { changesTo, fieldsOf } from '../domain/record/overlay.ts';
import { causedBy, type Caller } from './caller.ts';
import { parseCslItem } from './csl-item.ts';
import { handle, type Deps, type Handled } from './handle.ts';
import { registeredAmong } from './person.ts';
import { publicationAggregate } from './publication.ts';

export type NewPublication = {
  readonly record: unknown;
  /** Null: no list names it by one. */
  readonly identifier: GivenIdentifier | null;
  /** People to link; each must be registered. */
  readonly personOrcids: readonly string[];
};

/** What is wrong with the record is named as a part of what was sent. */
const inRecord = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { kind, code, message, details } = error;
    const field = details?.['field'];
    throw new Refused(kind, code, message, {
      ...details,
      field: typeof field === 'string' ? `record/${field}` : 'record',
    });
  }
};

/** Accepts what an edit accepts. Throws `Refused('invalid')`, naming the field. */
const parsed = (sent: unknown): CslItem => {
  const { id: _id, ...record } = parseCslItem(sent);
  if (record.DOI !== undefined)
    throw new Refused('invalid', 'has_doi', 'a publication with a DOI is imported by it', {
      field: 'DOI',
      accepted: 'a record without a DOI; POST /api/import/doi imports the others',
    });
  mustSay((record.title ?? '').trim(), 'title');
  if (typeof record['ISBN'] === 'string') mustBeIsbns(record['ISBN'], 'ISBN');
  if (typeof record['ISSN'] === 'string') mustBeIssns(record['ISSN'], 'ISSN');
  const empty = { type: 'document' };
  const changes = changesTo(fieldsOf(record));
  mustBeWithin(changes, empty, record);
  return editRecord({ original: empty, overlay: {} }, { changes })?.record ?? empty;
};

/** `id`: its key. Throws `Refused`, also if there is another publication with that identifier; nothing is created then. */
export const createPublication = async (
  deps: Deps,
  { record, identifier, personOrcids }: NewPublication,
  caller: Caller,
): Promise<Handled<Publication, PublicationEvent> & { readonly id: string }> => {
  const original = inRecord(() => parsed(record));
  const id = identifier === null ? `local.${deps.ids.next()}` : keyOfGiven(identifier, 'identifier/value');
  const people = await registeredAmong(deps, personOrcids, caller.workspace);
  const command = { type: 'CreatePublication', doi: id, original } as const;
  const created = await handle(deps, publicationAggregate, id, command, caller);
  let last = created;
  for (const orcid of people)
    last = await handle(
      deps,
      publicationAggregate,
      id,
      { type: 'LinkAuthor', orcid, basis: 'staff' },
      causedBy(deps.ids, caller),
    );
  return { ...last, events: created.events, id };
};
