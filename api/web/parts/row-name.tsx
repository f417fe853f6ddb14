/** The name of a row, which links to its page. */
import type { ComponentChildren } from 'preact';

export const RowName = ({ href, children }: { readonly href: string; readonly children: ComponentChildren }) => (
  <a class="row-name" href={href} dir="auto">
    {children}
  </a>
);
