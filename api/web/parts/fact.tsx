/** A term and its description in a list of facts. */
import type { ComponentChildren } from 'preact';

export const Fact = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <div>
    <dt class="muted small">{label}</dt>
    <dd>{children}</dd>
  </div>
);
