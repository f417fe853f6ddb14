/**
 * White space that deposits lost: for years Crossref cut it off around italics and formulas, as in `of<i>E. coli</i>cells`. It is put
 * back only where no word goes on in italics or in a formula: `<i>iso</i>propyl` and `CO<sub>2</sub>` stay as they are.
 */
import type { Node } from './nodes.ts';

export type Kind = 'italics' | 'formula';

/** What is looked at of the text before. */
export const BEFORE_CHARACTERS = 3;

const ENDS_A_WORD: Readonly<Record<Kind, RegExp>> = {
  italics: /[\p{Ll}\d]{2}$/u,
  formula: /(?:\p{L}{2}|\p{L}[,.;:)])$/u,
};
/** Ordinals and plurals belong to what they follow: `nth`, `ks`. */
const BEGINS_A_WORD = /^(?!(?:th|st|nd|rd|s)(?!\p{L}))\p{L}{2}/u;

/** A name, such as `Chlamydia` or `E. coli`, or several words. */
const NAME_OR_WORDS = /^\p{Lu}(?:\p{Ll}|\.)|\p{L}\s+\p{L}/u;

const firstText = ([first]: readonly Node[]): string =>
  first === undefined || typeof first === 'string' ? (first ?? '') : firstText(first.children);

const isEmpty = (node: Node): boolean => (typeof node === 'string' ? node : firstText(node.children)) === '';

/** An index without a base belongs to what is before the formula; isotopes begin with one too, a raised one. */
const hasBase = (formula: readonly Node[]): boolean => {
  const [first, ...rest] = formula.filter((node) => !isEmpty(node));
  if (first === undefined || typeof first === 'string') return first !== undefined;
  return first.inline === 'sup' && rest.some((node) => typeof node === 'string');
};

/** Whether what is in italics or is a formula is no part of a longer word. */
export const isApart = (kind: Kind, nodes: readonly Node[]): boolean =>
  kind === 'italics' ? NAME_OR_WORDS.test(firstText(nodes)) : hasBase(nodes);

export const isGluedBefore = (kind: Kind, before: string): boolean => ENDS_A_WORD[kind].test(before);

export const isGluedAfter = (text: string): boolean => BEGINS_A_WORD.test(text);
