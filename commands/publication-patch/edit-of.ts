/** Turns a JSON Patch into an edit: the operations are applied in order to the record as staff see it, all or none. */
import { isWholeField } from '../../domain/changes/change.ts';
import type { CslItem } from '../../domain/csl.ts';
import { equal } from '../../domain/equal.ts';
import { Refused } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import type { Edit } from '../../domain/publication/edit.ts';
import type { Orcids } from '../../domain/publication/author-entries.ts';
import { fieldsChanged, fieldsOf, isOfEntries, merge, withOverlay } from '../../domain/publication/overlay.ts';
import type { Present } from '../../domain/publication/state.ts';
import { shortened } from '../../domain/shortened.ts';
import { apply, Inapplicable, newRoom, type Room } from './apply.ts';
import { trackAuthors } from './author-orcids.ts';
import { mustBeWithin } from './bounds.ts';
import { cleanChanges, cleanJson } from '../text/values.ts';
import { mustBeDates, mustHaveTitle, parseCslItem } from './csl.ts';
import { DASHBOARD_FIELDS, isDashboardField, parseDashboardField } from './dashboard-fields.ts';
import { fieldIn, type Operation } from './operation.ts';

type Document = Record<string, Json | undefined>;

/** What identifies a publication, what comes from elsewhere, and what is counted: no patch changes these. */
const FIXED: ReadonlySet<string> = new Set([
  ...['id', 'doi', 'DOI', 'doi_url', 'person', 'person_orcids', 'provider_sources', 'original', 'edited', 'merged', ''],
  ...['edit_count', 'cited_by_count', 'last_fetched_at', 'last_edited_at', 'edit_patch', 'author_match_state'],
  ...['enriched_metadata', 'is_retracted', 'deleted_at', 'apa_citation', 'drift'],
]);
const OPS: ReadonlySet<string> = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

const refusal = (index: number, { op, path }: Operation, problem: string, accepted: string): Refused =>
  new Refused('invalid', 'invalid_patch', `operation ${index} (${shortened(op)} ${shortened(path)}): ${problem}`, {
    operation: index,
    path: shortened(path),
    accepted,
  });

/** The field whose edit `remove /edited/{field}` reverts; null for any other operation. */
const revertedBy = ({ op, path }: Operation): string | null => {
  const [, root, field, ...deeper] = path.split('/');
  if (op !== 'remove' || root !== 'edited' || field === undefined || field === '' || deeper.length > 0) return null;
  return fieldIn(`/${field}`);
};

const changed = ({ op, path, from }: Operation): readonly string[] => {
  if (op === 'test') return [];
  return op === 'move' && from !== undefined ? [from, path] : [path];
};

const check = (operation: Operation, index: number): void => {
  const { op, path, from, value } = operation;
  if (!OPS.has(op)) throw refusal(index, operation, 'no such operation', [...OPS].join(', '));
  if ((op === 'move' || op === 'copy') && (typeof from !== 'string' || fieldIn(from) === null))
    throw refusal(index, operation, 'from is missing', 'from: a JSON Pointer into the record');
  if ((op === 'add' || op === 'replace' || op === 'test') && value === undefined)
    throw refusal(index, operation, 'value is missing', 'value: any JSON');
  if (fieldIn(path) === null)
    throw refusal(
      index,
      operation,
      'path does not name a field',
      '/field, or a path inside it, with ~0 for ~ and ~1 for /',
    );
  if (revertedBy(operation) !== null) return;
  for (const pointer of changed(operation)) {
    const field = fieldIn(pointer) ?? '';
    if (FIXED.has(field))
      throw refusal(
        index,
        operation,
        `${shortened(field)} cannot be patched`,
        'the fields of the record, visible, the dashboard-only fields, and remove /edited/{field}',
      );
  }
};

const normalised = (operation: Operation): Operation => {
  const field = fieldIn(operation.path) ?? '';
  const sets = operation.op === 'add' || operation.op === 'replace' || operation.op === 'test';
  if (!sets || !isWholeField(operation) || !isDashboardField(field)) return operation;
  return { ...operation, value: parseDashboardField(field, operation.value) };
};

const tried = (document: Document, operation: Operation, index: number, room: Room): void => {
  try {
    apply(document, operation, room);
  } catch (error) {
    if (error instanceof Inapplicable) throw refusal(index, operation, error.message, error.accepted);
    throw error;
  }
};

/** Before the patch, or by an earlier operation. A dashboard field without a value is null in the document. */
const isEdited = ({ original, overlay }: Present, document: Document, field: string): boolean =>
  Object.hasOwn(overlay, field) || !equal(document[field] ?? undefined, fieldsOf(original)[field]);

/** Reverts one edit: the provider's current value shows again. */
const revert = ({ original }: Present, document: Document, field: string): void => {
  const provider = fieldsOf(original)[field];
  if (provider === undefined) delete document[field];
  else document[field] = structuredClone(provider);
};

const editFrom = (
  state: Present,
  document: Document,
  reverted: readonly string[],
  orcidsOf: (record: CslItem) => Orcids,
): Edit => {
  const { visible, ...rest } = document;
  if (typeof visible !== 'boolean')
    throw new Refused('invalid', 'invalid_value', 'visible must be true or false', {
      field: 'visible',
      accepted: 'true or false',
    });
  const custom = Object.fromEntries(DASHBOARD_FIELDS.map((field) => [field, parseDashboardField(field, rest[field])]));
  const record = parseCslItem(Object.fromEntries(Object.entries(rest).filter(([field]) => !isDashboardField(field))));
  const reverts = Object.fromEntries(reverted.map((field) => [field, { reverted: true } as const]));
  const base = merge(state.original, withOverlay(state.overlay, reverts));
  const changes = cleanChanges(fieldsChanged(fieldsOf(base), fieldsOf(record)));
  mustBeWithin(changes, base, record);
  mustBeDates(changes);
  mustHaveTitle(changes);
  const isOfAuthors = reverted.some(isOfEntries) || changes.some(({ field }) => isOfEntries(field));
  return {
    changes,
    ...(isOfAuthors ? { orcids: cleanJson(orcidsOf(record)) } : {}),
    revert: reverted,
    custom,
    visible,
  };
};

/** The edit with the same result as the operations. Throws `Refused('invalid')`, naming the operation or field. */
export const editOf = (state: Present, operations: readonly Operation[]): Edit => {
  operations.forEach(check);
  const merged = merge(state.original, state.overlay);
  const document: Document = structuredClone({ ...fieldsOf(merged), ...state.custom, visible: state.visible });
  const authors = trackAuthors(state, document);
  const reverted = new Set<string>();
  const room = newRoom();
  operations.forEach((operation, index) => {
    const field = revertedBy(operation);
    if (field === null) {
      tried(document, normalised(operation), index, room);
      authors.seen(operation, null);
      return;
    }
    if (reverted.has(field) || !isEdited(state, document, field))
      throw refusal(index, operation, 'this field has not been edited', 'an edited field');
    revert(state, document, field);
    reverted.add(field);
    authors.seen(operation, field);
  });
  return editFrom(state, document, [...reverted], authors.orcids);
};
