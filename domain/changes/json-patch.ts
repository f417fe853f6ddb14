/** Applies one operation of a JSON Patch (RFC 6902) in place; the cost depends on what it names, not on the whole document. */
import { equal } from '../equal.ts';
import type { Json } from '../json.ts';
import { jsonBytes, RECORD } from '../limits.ts';
import { fieldOf, tokensOf } from './change.ts';

/** As it was sent. */
export type Operation = {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
};

/** A JSON Pointer into a document, in which `~` only occurs in escapes (RFC 6901 §3). */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/u;

/** The field that a JSON Pointer (RFC 6901) is about, unescaped; null for the whole document or what is no pointer. */
export const fieldIn = (pointer: string): string | null => (POINTER.test(pointer) ? fieldOf({ path: pointer }) : null);

export type Container = { [name: string]: Json | undefined } | Json[];

const INDEX = /^(?:0|[1-9]\d{0,9})$/u;

/** Null for none. */
const indexIn = (token: string): number | null => (INDEX.test(token) ? Number(token) : null);

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** What a part leads to; undefined if there is nothing. Only own properties count. */
const childOf = (node: Json | Container | undefined, token: string): Json | undefined => {
  if (!isContainer(node)) return undefined;
  if (!Array.isArray(node))
    return Object.hasOwn(node, token) ? (node as Readonly<Record<string, Json>>)[token] : undefined;
  const index = indexIn(token);
  return index === null ? undefined : (node as readonly Json[])[index];
};

/** An operation that cannot be applied, and what would be accepted. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
  constructor(
    problem: string,
    readonly accepted: string,
  ) {
    super(problem);
  }
}

/** How many bytes of JSON the copies of a patch may still add up to, so that copies of copies cannot grow without limit. */
export type Room = { bytes: number };

export const newRoom = (): Room => ({ bytes: RECORD.bytes });

type Place = { readonly parent: Container; readonly token: string };

const placeOf = (document: Container, pointer: string): Place => {
  const tokens = tokensOf(pointer);
  const token = tokens.at(-1) ?? '';
  let parent: Json | Container | undefined = document;
  for (const each of tokens.slice(0, -1)) parent = childOf(parent, each);
  if (!isContainer(parent)) throw new Inapplicable('the parent does not exist', 'a path whose parent exists');
  return { parent, token };
};

const there = (document: Container, pointer: string): Place & { readonly value: Json } => {
  const { parent, token } = placeOf(document, pointer);
  const value = childOf(parent, token);
  if (value === undefined) throw new Inapplicable('nothing exists at this path', 'an existing path');
  return { parent, token, value };
};

const put = ({ parent, token }: Place, value: Json): void => {
  if (!Array.isArray(parent)) {
    // As a name it would set the prototype.
    if (token === '__proto__') throw new Inapplicable('it cannot be applied', 'another name');
    parent[token] = value;
    return;
  }
  const index = token === '-' ? parent.length : indexIn(token);
  if (index === null || index > parent.length)
    throw new Inapplicable('it cannot be applied', 'an index within the list, or - for its end');
  parent.splice(index, 0, value);
};

const take = (document: Container, pointer: string): Json => {
  const { parent, token, value } = there(document, pointer);
  if (Array.isArray(parent)) parent.splice(Number(token), 1);
  else delete parent[token];
  return value;
};

const set = (document: Container, pointer: string, value: Json): void => {
  const { parent, token } = there(document, pointer);
  if (Array.isArray(parent)) parent[Number(token)] = value;
  else parent[token] = value;
};

const copied = (value: Json, room: Room): Json => {
  room.bytes -= jsonBytes(value);
  if (room.bytes < 0)
    throw new Inapplicable('the record would be too large', `copies of at most ${RECORD.bytes} bytes in all`);
  return structuredClone(value);
};

/** The caller has checked that the operation is one of the six and has the members it needs. Throws `Inapplicable`. */
export const apply = (document: Container, { op, path, from = '', value = null }: Operation, room: Room): void => {
  switch (op) {
    case 'add':
      return put(placeOf(document, path), structuredClone(value));
    case 'remove':
      take(document, path);
      return;
    case 'replace':
      return set(document, path, structuredClone(value));
    case 'move': {
      if (path.startsWith(`${from}/`)) throw new Inapplicable('it cannot be applied', 'a path outside from');
      const taken = take(document, from);
      // The path refers to what is left.
      return put(placeOf(document, path), taken);
    }
    case 'copy':
      return put(placeOf(document, path), copied(there(document, from).value, room));
    default:
      if (!equal(there(document, path).value, value)) throw new Inapplicable('the test failed', 'the current value');
  }
};
