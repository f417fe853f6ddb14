/**
 * Restores white space that deposits lost: for years Crossref cut it off around italics and formulas, as in `of<i>E. coli</i>cells`.
 * Only where no word continues in italics or a formula: `<i>iso</i>propyl` and `CO<sub>2</sub>` stay as they are.
 */
import { charactersOf, type Node } from './nodes.ts';

/** How much of the text before is examined. */
export const BEFORE_CHARACTERS = 3;

const ENDS_A_WORD = /[\p{Ll}\d]{2}$/u;
/** Before a formula. */
const ENDS_A_PHRASE = /(?:\p{L}{2}|\p{L}[,.;:)])$/u;
/** Ordinals and plurals belong to what they follow: `nth`, `ks`. */
const BEGINS_A_WORD = /^(?!(?:th|st|nd|rd|s)(?!\p{L}))\p{L}{2}/u;

/** A name, such as `Chlamydia` or `E. coli`, or several words. */
const NAME_OR_WORDS = /^\p{Lu}(?:\p{Ll}|\.)|\p{L}\s+\p{L}/u;

const firstText = ([first]: readonly Node[]): string =>
  first === undefined || typeof first === 'string' ? (first ?? '') : firstText(first.children);

const isEmpty = (node: Node): boolean => (typeof node === 'string' ? node : firstText(node.children)) === '';

/** An index without a base belongs to the text before the formula; isotopes also start with an index, a raised one. */
export const hasBase = (formula: readonly Node[]): boolean => {
  const [first, ...rest] = formula.filter((node) => !isEmpty(node));
  if (first === undefined || typeof first === 'string') return first !== undefined;
  return first.inline === 'sup' && rest.some((node) => typeof node === 'string');
};

export const isGluedToFormula = (before: string): boolean => ENDS_A_PHRASE.test(before);

export const isGluedAfter = (text: string): boolean => BEGINS_A_WORD.test(text);

/**
 * A tidied tree with a space between italics and the words that a deposit has glued to them; the tree itself if there are none.
 * Decided on the tidied tree, so that cleaning the resulting text again changes nothing.
 */
export const withItalicsApart = (tree: readonly Node[]): readonly Node[] => {
  let before = '';
  let isApart = false;
  const spaced = (nodes: readonly Node[]): readonly Node[] => {
    const out: Node[] = [];
    let isChanged = false;
    for (const node of nodes) {
      if (typeof node === 'string') {
        if (isApart && isGluedAfter(node)) {
          out.push(' ');
          isChanged = true;
        }
        out.push(node);
        before = (before + node.slice(-BEFORE_CHARACTERS)).slice(-BEFORE_CHARACTERS);
        isApart = false;
        continue;
      }
      const isGlued = ENDS_A_WORD.test(before);
      isApart = false;
      const children = spaced(node.children);
      // Otherwise it says whether the text in the element ended with italics.
      if (node.inline === 'i') isApart = NAME_OR_WORDS.test(charactersOf(children));
      if (node.inline === 'i' && isApart && isGlued) {
        out.push(' ');
        isChanged = true;
      }
      if (children !== node.children) isChanged = true;
      out.push(children === node.children ? node : { ...node, children });
    }
    return isChanged ? out : nodes;
  };
  return spaced(tree);
};
