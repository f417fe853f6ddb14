/** A text as a tree: characters, and the inline markup around some of them. */
import { TEXT } from '../../domain/limits.ts';
import { inertText, NO_CASE, SMALL_CAPS } from '../../domain/text/inert.ts';
import { isVisible } from '../../domain/text/visible.ts';
import { spaced, undecodable } from './characters.ts';
import type { Inline } from './tags.ts';

export type Node = string | Element;
type Element = { readonly inline: Inline; readonly children: readonly Node[] };

/** Markup that has no further effect inside itself. */
const ONCE: ReadonlySet<Inline> = new Set(['i', 'b', 'small-caps', 'nocase']);

const ROOT: readonly Inline[] = [];

const isIndex = (inline: Inline): boolean => inline === 'sub' || inline === 'sup';

type Layout = { readonly markup: boolean; readonly lines: boolean };

export const charactersOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : charactersOf(node.children))).join('');

const push = (nodes: Node[], node: Node): void => {
  const last = nodes.at(-1);
  if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
  else if (node !== '') nodes.push(node);
};

/** White space at the ends, and what is between it. */
const ends = (nodes: readonly Node[]): { before: string; within: readonly Node[]; after: string } => {
  const [first, last] = [nodes[0], nodes.at(-1)];
  const before = typeof first === 'string' ? (/^\s+/u.exec(first)?.[0] ?? '') : '';
  if (nodes.length === 1 && before === first) return { before, within: [], after: '' };
  const after = typeof last === 'string' ? last.slice(last.trimEnd().length) : '';
  const within = nodes.map((node, index) => {
    if (typeof node !== 'string') return node;
    const from = index === 0 ? before.length : 0;
    return node.slice(from, index === nodes.length - 1 ? node.length - after.length : undefined);
  });
  return { before, within: within.filter((node) => node !== ''), after };
};

const tidiedWithin = (nodes: readonly Node[], layout: Layout, around: readonly Inline[]): readonly Node[] => {
  const out: Node[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') {
      push(out, node);
      continue;
    }
    const { inline, children } = node;
    const stays = layout.markup && around.length < TEXT.markupDepth && !(ONCE.has(inline) && around.includes(inline));
    const { before, within, after } = ends(tidiedWithin(children, layout, stays ? [...around, inline] : around));
    if (!stays || !isVisible(charactersOf(within))) for (const child of [before, ...within, after]) push(out, child);
    else if (isIndex(inline)) push(out, { inline, children: within });
    else for (const child of [before, { inline, children: within }, after]) push(out, child);
  }
  return out.map((node) => (typeof node === 'string' ? spaced(node, layout.lines) : node));
};

/** The text of a tidied tree, with its markup. */
export const textOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return undecodable(inertText(node));
      const { inline, children } = node;
      if (inline === 'small-caps') return `${SMALL_CAPS}${textOf(children)}</span>`;
      if (inline === 'nocase') return `${NO_CASE}${textOf(children)}</span>`;
      return `<${inline}>${textOf(children)}</${inline}>`;
    })
    .join('');

/** Without empty or unwanted markup; white space is outside markup, and none separates an index from its base. */
export const tidied = (nodes: readonly Node[], layout: Layout): readonly Node[] =>
  ends(tidiedWithin(nodes, layout, ROOT)).within;
