/** JSON Pointers (RFC 6901): the parts of one, and what it leads to. */
import type { Json } from '../../domain/json.ts';

export type Container = { [name: string]: Json | undefined } | Json[];

/** The parts of a pointer that begins with a slash, unescaped. */
export const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

const INDEX = /^(?:0|[1-9]\d{0,9})$/u;

/** The index that a part names in an array; null for none. */
export const indexIn = (token: string): number | null => (INDEX.test(token) ? Number(token) : null);

export const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** What a part leads to; undefined if there is nothing. Own properties alone are there. */
export const childOf = (node: Json | Container | undefined, token: string): Json | undefined => {
  if (!isContainer(node)) return undefined;
  if (!Array.isArray(node))
    return Object.hasOwn(node, token) ? (node as Readonly<Record<string, Json>>)[token] : undefined;
  const index = indexIn(token);
  return index === null ? undefined : (node as readonly Json[])[index];
};
