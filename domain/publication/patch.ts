/** A JSON Patch of a publication: the operations are applied in order to the record as staff see it, all or none. */
import { fieldsChanged } from '../changes/between.ts';
import { isWholeField } from '../changes/change.ts';
import { apply, fieldIn, Inapplicable, newRoom, type Operation, type Room } from '../changes/json-patch.ts';
import type { CslItem } from '../csl.ts';
import { equal } from '../equal.ts';
import { Refused } from '../errors.ts';
import type { Json } from '../json.ts';
import { mustBeWithin } from '../record/bounds.ts';
import { fieldsOf, merge, without } from '../record/overlay.ts';
import { shortened } from '../shortened.ts';
import { parseDashboardField } from './dashboard-fields.ts';
import { mustBeIsbns, mustBeIssns } from './given-identifier.ts';
import type { Edit } from './edit.ts';
import { DASHBOARD_FIELDS, isDashboardField, isRetracted, type Present } from './state.ts';

type Document = Record<string, Json | undefined>;

/** What identifies a publication, what comes from elsewhere, and what is counted: no patch changes these. */
const FIXED: ReadonlySet<string> = new Set([
  ...['id', 'doi', 'DOI', 'doi_url', 'person', 'person_orcids', 'provider_sources', 'original', 'edited', 'merged', ''],
  ...['edit_count', 'cited_by_count', 'last_fetched_at', 'last_edited_at', 'edit_patch', 'author_match_state'],
  ...['enriched_metadata', 'deleted_at', 'apa_citation', 'drift', 'attention', 'retraction_kept'],
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
        'the fields of the record, visible, is_retracted, the dashboard-only fields, and remove /edited/{field}',
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

function mustBeBoolean(field: string, value: Json | undefined): asserts value is boolean {
  if (typeof value !== 'boolean')
    throw new Refused('invalid', 'invalid_value', `${field} must be true or false`, {
      field,
      accepted: 'true or false',
    });
}

const editTo = (
  state: Present,
  document: Document,
  revert: readonly string[],
  parseRecord: (record: unknown) => CslItem,
): Edit => {
  const { visible, is_retracted: retracted, ...rest } = document;
  mustBeBoolean('visible', visible);
  mustBeBoolean('is_retracted', retracted);
  const custom = Object.fromEntries(DASHBOARD_FIELDS.map((field) => [field, parseDashboardField(field, rest[field])]));
  const record = parseRecord(Object.fromEntries(Object.entries(rest).filter(([field]) => !isDashboardField(field))));
  const base = merge({ original: state.original, overlay: without(state.overlay, revert) });
  const changes = fieldsChanged(fieldsOf(base), fieldsOf(record));
  mustBeWithin(changes, base, record);
  const { ISBN: isbn, ISSN: issn } = Object.fromEntries(changes.map(({ path, after }) => [path.slice(1), after]));
  if (typeof isbn === 'string') mustBeIsbns(isbn, 'ISBN');
  if (typeof issn === 'string') mustBeIssns(issn, 'ISSN');
  return { changes: [...changes, ...fieldsChanged(state.custom, custom)], revert, visible, retracted };
};

/**
 * The edit with the same result as the operations. `parseRecord` refuses what is not CSL-JSON. Throws `Refused('invalid')`, naming
 * the operation or field.
 */
export const patched = (
  state: Present,
  operations: readonly Operation[],
  parseRecord: (record: unknown) => CslItem,
): Edit => {
  operations.forEach(check);
  const document: Document = structuredClone({
    ...fieldsOf(merge(state)),
    ...state.custom,
    visible: state.visible,
    is_retracted: isRetracted(state),
  });
  const reverted = new Set<string>();
  const room = newRoom();
  operations.forEach((operation, index) => {
    const field = revertedBy(operation);
    if (field === null) {
      tried(document, normalised(operation), index, room);
      return;
    }
    if (reverted.has(field) || !isEdited(state, document, field))
      throw refusal(index, operation, 'this field has not been edited', 'an edited field');
    revert(state, document, field);
    reverted.add(field);
  });
  return editTo(state, document, [...reverted], parseRecord);
};
