/** Makes the texts of events harmless that earlier releases cleaned by other rules or not at all; the log stays unchanged. */
import { fieldOf } from '../changes/change.ts';
import { isObject } from '../json.ts';
import { ownOf } from '../own.ts';
import { IDENTIFIER_FIELDS, MARKUP_FIELDS } from './fields.ts';
import { inertMarkup, inertText } from './inert.ts';

type Inert = (value: unknown) => unknown;
type Data = Readonly<Record<string, unknown>>;

/** Returns the same object unless something in it changes. */
const withEach = (data: Data, inert: (key: string, value: unknown) => unknown): Data => {
  let changed: Record<string, unknown> | null = null;
  for (const [key, value] of Object.entries(data)) {
    const next = inert(key, value);
    if (next === value) continue;
    changed ??= { ...data };
    changed[key] = next;
  }
  return changed ?? data;
};

const listOf =
  (inert: Inert): Inert =>
  (value) => {
    if (!Array.isArray(value)) return value;
    const list = value as readonly unknown[];
    const next = list.map(inert);
    return next.some((each, index) => each !== list[index]) ? next : list;
  };

const deep =
  (inert: (text: string) => string): Inert =>
  (value) => {
    if (typeof value === 'string') return inert(value);
    if (Array.isArray(value)) return listOf(deep(inert))(value);
    return isObject(value) ? withEach(value, (_key, each) => deep(inert)(each)) : value;
  };

const text = deep(inertText);
const markup = deep(inertMarkup);

const inField = (field: string, value: unknown): unknown => {
  if (IDENTIFIER_FIELDS.has(field)) return value;
  return MARKUP_FIELDS.has(field) ? markup(value) : text(value);
};

/** A CSL item, an overlay, or the fields of a project. */
const record: Inert = (value) => (isObject(value) ? withEach(value, inField) : value);

/** For a location in a record, or a whole field by name. */
const change: Inert = (value) => {
  if (!isObject(value)) return value;
  const { path, field }: Data = value;
  const of = typeof path === 'string' ? fieldOf({ path }) : String(field);
  return withEach(value, (side, each) => (side === 'before' || side === 'after' ? inField(of, each) : each));
};

/** The work's DOI stays unchanged. */
const withError: Inert = (value) =>
  isObject(value) ? withEach(value, (key, each) => (key === 'error' ? text(each) : each)) : value;

const RECORD = { original: record, enrichment: text };
const CHANGES = { changes: listOf(change), overlay: record };
const NAME = { name: text, before: text };
const INSTALLATION = { displayName: text, description: text };
const FAILURE = { error: text, failedWorks: listOf(withError) };

const TEXTS: Readonly<Record<string, Readonly<Record<string, Inert>>>> = {
  PublicationAdded: RECORD,
  PublicationRefreshed: CHANGES,
  PublicationEnriched: { before: text, after: text },
  PublicationEdited: CHANGES,
  WorkAdded: RECORD,
  WorkCreated: RECORD,
  WorkRefreshed: CHANGES,
  WorkEdited: CHANGES,
  ProjectCreated: { fields: record },
  ProjectRevised: CHANGES,
  PersonNamed: NAME,
  PersonDescribed: { biography: text, before: text },
  PersonClassified: { peopleType: text, before: text },
  CategoryCreated: NAME,
  CategoryRenamed: NAME,
  EntityCreated: NAME,
  EntityRenamed: NAME,
  WorkspaceCreated: NAME,
  WorkspaceRenamed: NAME,
  InstallationCreated: INSTALLATION,
  InstallationRevised: { before: text, after: text },
  ApiKeyIssued: { clientName: text },
  IngestionRetried: FAILURE,
  IngestionSucceeded: FAILURE,
  IngestionFailed: FAILURE,
  IngestionForceFailed: FAILURE,
};

type Written = { readonly type: string; readonly data: unknown };

/** Returns the event itself unless a text in it changes. */
export const inertEvent = <E extends Written>(event: E): E => {
  const texts = ownOf(TEXTS, event.type);
  if (texts === undefined || !isObject(event.data)) return event;
  const data = withEach(event.data, (key, value) => ownOf(texts, key)?.(value) ?? value);
  return data === event.data ? event : { ...event, data };
};
