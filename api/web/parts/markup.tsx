/** Titles with markup: builds nodes for the allowed elements; everything else is text. */
import { h, type ComponentChildren } from 'preact';
import { parsedMarkup, type Marked } from './markup-parser.ts';

const CLASS: Readonly<Record<string, string>> = { nocase: 'nocase', 'small-caps': 'small-caps' };

const nodeOf = (marked: Marked): ComponentChildren =>
  typeof marked === 'string'
    ? marked
    : h(marked.element, marked.style === null ? {} : { class: CLASS[marked.style] }, ...marked.content.map(nodeOf));

/** Null if there is none. */
export const marked = (html: string | null): ComponentChildren =>
  html === null || html === '' ? null : parsedMarkup(html).map(nodeOf);

type Props = {
  /** HTML with the inline elements of CSL. */
  readonly html: string | null;
  /** Shown if there is none. */
  readonly fallback?: ComponentChildren;
};

export const Markup = ({ html, fallback = null }: Props) => <>{marked(html) ?? fallback}</>;
