/** Titles with markup: nodes are built for the elements that the catalogue keeps; everything else is text. */
import { h, type ComponentChildren } from 'preact';
import { parsedMarkup, type Marked } from './markup-parser.ts';

const CLASS: Readonly<Record<string, string>> = { nocase: 'nocase', 'small-caps': 'small-caps' };

const nodeOf = (marked: Marked): ComponentChildren =>
  typeof marked === 'string'
    ? marked
    : h(marked.element, marked.style === null ? {} : { class: CLASS[marked.style] }, ...marked.content.map(nodeOf));

type Props = {
  /** As the interface sends it: HTML with the few elements of CSL. */
  readonly html: string | null;
  /** Shown where there is nothing. */
  readonly fallback?: ComponentChildren;
};

export const Markup = ({ html, fallback = null }: Props) => (
  <>{html === null || html === '' ? fallback : parsedMarkup(html).map(nodeOf)}</>
);
