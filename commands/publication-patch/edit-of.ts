/** From a JSON Patch to an edit: the operations are tried in order on the record as staff see it, all of them or none. */
import jsonPatch, { type Operation as Applicable } from 'fast-json-patch';
import { Refused } from '../../domain/errors.ts';
import { APPEND, jsonBytes, RECORD } from '../../domain/limits.ts';
import type { Json } from '../../domain/json.ts';
import type { Edit } from '../../domain/publication/edit.ts';
import { fieldsChanged, fieldsOf, merge, withOverlay } from '../../domain/publication/overlay.ts';
import type { Present } from '../../domain/publication/state.ts';
import { parseCslItem } from './csl.ts';
import { DASHBOARD_FIELDS, isDashboardField, parseDashboardField } from './dashboard-fields.ts';
import { fieldIn, isWhole, type Operation } from './operation.ts';

type Document = Record<string, Json | undefined>;

/** What identifies a publication, what comes from elsewhere, and what is counted: no patch changes these. */
const FIXED: ReadonlySet<string> = new Set([
  ...['id', 'doi', 'DOI', 'doi_url', 'person', 'person_orcids', 'provider_sources', 'original', 'edited', 'merged', ''],
  ...['edit_count', 'cited_by_count', 'last_fetched_at', 'last_edited_at', 'edit_patch', 'author_match_state'],
  ...['enriched_metadata', 'is_retracted', 'deleted_at', 'apa_citation', 'drift'],
]);
const OPS: ReadonlySet<string> = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

const refusal = (index: number, { op, path }: Operation, problem: string, accepted: string): Refused =>
  new Refused('invalid', 'invalid_patch', `operation ${index} (${op} ${path}): ${problem}`, {
    operation: index,
    path,
    accepted,
  });

/** The field whose edit `remove /edited/{field}` takes back; null for any other operation. */
const revertedBy = ({ op, path }: Operation): string | null => {
  const [, root, field, ...deeper] = path.split('/');
  if (op !== 'remove' || root !== 'edited' || field === undefined || field === '' || deeper.length > 0) return null;
  return fieldIn(`/${field}`);
};

/** The places that an operation changes. */
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
  if (fieldIn(path) === null) throw refusal(index, operation, 'path names no field', '/field, or a path inside it');
  if (revertedBy(operation) !== null) return;
  for (const pointer of changed(operation)) {
    const field = fieldIn(pointer) ?? '';
    if (FIXED.has(field))
      throw refusal(
        index,
        operation,
        `${field} cannot be patched`,
        'the fields of the record, visible, the dashboard-only fields, and remove /edited/{field}',
      );
  }
};

/** A text of five hundred kilobytes that is copied ten times would not fit any more: what is copied counts at once. */
const grown = (document: Document, { op, from = '' }: Operation): number => {
  if (op !== 'copy') return 0;
  const value = from
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, token) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, token)
          ? (node as Record<string, unknown>)[token]
          : undefined,
      document,
    );
  return value === undefined ? 0 : jsonBytes(value);
};

const normalised = (operation: Operation): Operation => {
  const field = fieldIn(operation.path) ?? '';
  const sets = operation.op === 'add' || operation.op === 'replace' || operation.op === 'test';
  if (!sets || !isWhole(operation.path) || !isDashboardField(field)) return operation;
  return { ...operation, value: parseDashboardField(field, operation.value) };
};

const apply = (document: Document, operation: Operation, index: number): void => {
  try {
    jsonPatch.applyOperation(document, operation as Applicable, true, true, true, index);
  } catch (error) {
    // The library refuses some operations, such as those on a prototype, with errors of other kinds.
    const failed = error instanceof jsonPatch.JsonPatchError && error.name === 'TEST_OPERATION_FAILED';
    throw refusal(
      index,
      operation,
      failed ? 'the test failed' : 'it cannot be applied',
      failed ? 'the value that is there' : 'an operation of RFC 6902 on a place that is there',
    );
  }
};

/** Takes one edit back: the provider's present value shows again. */
const revert = ({ original, overlay }: Present, document: Document, field: string): void => {
  if (!Object.hasOwn(overlay, field)) return;
  const provider = fieldsOf(original)[field];
  if (provider === undefined) delete document[field];
  else document[field] = structuredClone(provider);
};

/** A record that is larger keeps the limit by which an older release accepted it. */
const mostBytes = (bytes: number): number => (bytes > RECORD.bytes ? Math.max(APPEND.bytes, bytes) : RECORD.bytes);

/** What became of the document, against what is there. */
const editFrom = (state: Present, document: Document, reverted: readonly string[], most: number): Edit => {
  const { visible, ...rest } = document;
  if (typeof visible !== 'boolean')
    throw new Refused('invalid', 'invalid_value', 'visible must be true or false', {
      field: 'visible',
      accepted: 'true or false',
    });
  const custom = Object.fromEntries(DASHBOARD_FIELDS.map((field) => [field, parseDashboardField(field, rest[field])]));
  const record = parseCslItem(Object.fromEntries(Object.entries(rest).filter(([field]) => !isDashboardField(field))));
  if (jsonBytes(record) > most)
    throw new Refused('invalid', 'record_too_large', 'the record would be too large', {
      accepted: `at most ${most} bytes`,
    });
  const reverts = Object.fromEntries(reverted.map((field) => [field, { reverted: true } as const]));
  const base = merge(state.original, withOverlay(state.overlay, reverts));
  return { changes: fieldsChanged(fieldsOf(base), fieldsOf(record)), revert: reverted, custom, visible };
};

/** The edit that makes the record what the operations make of it. Throws `Refused('invalid')`, naming the operation or field. */
export const editOf = (state: Present, operations: readonly Operation[]): Edit => {
  operations.forEach(check);
  const merged = fieldsOf(merge(state.original, state.overlay));
  const document: Document = structuredClone({ ...merged, ...state.custom, visible: state.visible });
  const reverted = new Set<string>();
  let bytes = jsonBytes(document);
  const most = mostBytes(bytes);
  operations.forEach((operation, index) => {
    const field = revertedBy(operation);
    if (field !== null) {
      revert(state, document, field);
      reverted.add(field);
      return;
    }
    bytes += grown(document, operation);
    if (bytes > most) throw refusal(index, operation, 'the record would be too large', `at most ${most} bytes`);
    apply(document, normalised(operation), index);
  });
  return editFrom(state, document, [...reverted], most);
};
