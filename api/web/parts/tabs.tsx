/** Links between the views of one page. */
import type { ComponentChildren } from 'preact';
import { number } from '../client/format.ts';

type Props<T extends string> = {
  readonly label: string;
  readonly values: readonly T[];
  readonly current: T;
  readonly hrefOf: (value: T) => string;
  readonly children: (value: T) => ComponentChildren;
};

/** The number of entries in a view; null: not known yet, but its space is kept. */
export const TabCount = ({ of }: { readonly of: number | null }) => (
  <span class="tab-count muted number">{of === null ? '\u00A0' : number(of)}</span>
);

export const Tabs = <T extends string>({ label, values, current, hrefOf, children }: Props<T>) => (
  <nav class="tabs" aria-label={label}>
    {values.map((value) => (
      <a key={value} href={hrefOf(value)} aria-current={value === current ? 'true' : undefined}>
        {children(value)}
      </a>
    ))}
  </nav>
);
