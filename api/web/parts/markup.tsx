/** Titles with markup: builds nodes for the allowed elements; everything else is text. */
import { h, type ComponentChildren } from 'preact';
import { parsedMarkup, type Marked } from './markup-parser.ts';

const nodeOf = (marked: Marked): ComponentChildren =>
  typeof marked === 'string'
    ? marked
    : h(marked.element, marked.style === null ? {} : { class: marked.style }, ...marked.content.map(nodeOf));

type Props = {
  /** HTML with the inline elements of CSL. */
  readonly html: string | null;
  readonly fallback?: ComponentChildren;
};

export const Markup = ({ html, fallback = null }: Props) => (
  <>{html === null || html === '' ? fallback : parsedMarkup(html).map(nodeOf)}</>
);

/** By itself, in the direction of its own script. */
export const Title = (props: Props) => (
  <span dir="auto">
    <Markup {...props} />
  </span>
);
