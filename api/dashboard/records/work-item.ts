/** The dashboard's representation of a work, and the mapping of its fields to CSL-JSON. */
import { withheldMark } from '../../../projections/queries/withheld.ts';
import { ID, TEXT as TEXT_LIMITS } from '../../../domain/limits.ts';
import { CSL_TYPES } from '../../../domain/csl-schema.ts';
import { parseDoi } from '../../../domain/doi.ts';
import { Refused } from '../../../domain/errors.ts';
import type { Json } from '../../../domain/json.ts';
import { defined } from '../../../domain/own.ts';
import { parsePartialDate } from '../../../domain/partial-date.ts';
import { linkedOrcids } from '../../../domain/publication/state.ts';
import type { Fields } from '../../../domain/record/overlay.ts';
import { columnsOf, type PublicationColumns } from '../../../projections/publication/columns.ts';
import { isDoi } from '../../../domain/item.ts';
import type { PublicationRow } from '../../../projections/catalogue/publications.ts';
import { addressOfWork } from '../../../projections/queries/works.ts';
import type { ShownOf, ValueOf } from '../../http/schema-types.ts';
import { BOOLEAN, MILLISECONDS, object, orNull, staffItem, STRING, textOf } from '../../http/schemas.ts';
import { PUBLISH_STATUS, TEXT, WEB_ADDRESS } from './schemas.ts';

export const WORK_FIELDS = {
  title: TEXT,
  work_type: { type: 'string', enum: CSL_TYPES, description: 'A CSL type.' },
  publication_date: {
    type: ['string', 'null'],
    format: 'partial-date',
    maxLength: TEXT_LIMITS.dateCharacters,
    description: '`2021`, `2021-03` or `2021-03-09`; null for none.',
  },
  href: WEB_ADDRESS,
} as const;

type Sent = Partial<ValueOf<ReturnType<typeof object<typeof WORK_FIELDS>>>>;

const issued = (date: string): Json => {
  try {
    return { 'date-parts': [parsePartialDate(date).split('-').map(Number)] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('invalid', error.code, error.message, { field: 'publication_date', ...error.details });
  }
};

/** The sent fields in CSL-JSON; undefined removes a field. Throws `Refused('invalid')` for an invalid date. */
export const recordOf = ({ title, work_type: type, publication_date: date, href: URL }: Sent): Fields => ({
  ...defined({ title: title?.trim(), type, URL }),
  ...(date === undefined ? {} : { issued: date === null ? undefined : issued(date) }),
});

const ITEM_TYPE = { type: 'string', enum: ['publication', 'work'] } as const;
/** An item that a work is, or may be. */
const OTHER_ITEM = object({ type: ITEM_TYPE, id: STRING });
/** As sent. */
export const ASKED_ITEM = object({
  type: ITEM_TYPE,
  id: textOf(ID.doi, { description: 'The DOI of a publication, or the key of a work.' }),
});

export const WORK_ITEM = staffItem('Work', {
  id: STRING,
  title: orNull('string'),
  work_type: orNull('string'),
  publication_date: orNull('string'),
  publication_year: orNull('integer'),
  person_orcids: { type: 'array', items: STRING },
  href: STRING,
  status: PUBLISH_STATUS,
  superseded_by: {
    ...OTHER_ITEM,
    type: ['object', 'null'],
    description:
      'The publication or work that this one duplicates and that replaces it: this one is `archived` and in no listing. ' +
      'To revert, undo the event `PublicationSuperseded`.',
    examples: [null],
  },
  suggestions: {
    type: 'array',
    items: OTHER_ITEM,
    description:
      'Items that this one may be: a list of a person names both, but their types or titles differ, and the lists of others or ' +
      'the edits of staff stand on it. `POST /api/works/{id}/join` or `POST /api/works/{id}/keep-apart` decides.',
  },
  identifiers: {
    type: 'array',
    items: STRING,
    description: 'External identifiers from the ORCID lists of people, such as `pmid.123`.',
  },
  edited: { ...BOOLEAN, description: 'Whether staff edited it since it was harvested or created.' },
  created_at: MILLISECONDS,
});

const shownItem = (id: string): ValueOf<typeof OTHER_ITEM> => ({ type: isDoi(id) ? 'publication' : 'work', id });

export const itemAsked = ({ type, id }: ValueOf<typeof ASKED_ITEM>): string =>
  type === 'publication' ? parseDoi(id) : id;

/** A deleted work is archived, and a hidden one unpublished. Once it is another item, nothing is left to decide. */
export const workItem = (row: PublicationRow): ShownOf<typeof WORK_ITEM> => {
  const { aliasOf, visible, deleted } = row;
  const view = row.view ?? row.replaced;
  const shown: Partial<PublicationColumns> = row.replaced === null ? row : columnsOf(row.replaced);
  return {
    id: row.key,
    title: shown.title ?? null,
    work_type: shown.publicationType ?? null,
    publication_date: shown.publicationDate ?? null,
    publication_year: shown.publicationYear ?? null,
    person_orcids: view === null ? [] : linkedOrcids(view.state),
    href: addressOfWork(row) ?? '',
    status: aliasOf !== null || deleted ? 'archived' : visible ? 'published' : 'unpublished',
    superseded_by: aliasOf === null ? null : shownItem(aliasOf),
    suggestions: aliasOf === null ? (view?.state.joins ?? []).map(shownItem) : [],
    identifiers: view?.state.identifiers ?? [],
    edited: view !== null && Object.keys(view.state.overlay).length > 0,
    created_at: view?.addedAt ?? 0,
    ...withheldMark(row),
  };
};
