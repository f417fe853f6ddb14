/** Links between the views of one page. */
import type { ComponentChildren } from 'preact';

type Props<T extends string> = {
  readonly label: string;
  readonly values: readonly T[];
  readonly current: T;
  readonly hrefOf: (value: T) => string;
  readonly children: (value: T) => ComponentChildren;
};

export const Tabs = <T extends string>({ label, values, current, hrefOf, children }: Props<T>) => (
  <nav class="tabs" aria-label={label}>
    {values.map((value) => (
      <a key={value} href={hrefOf(value)} aria-current={value === current ? 'true' : undefined}>
        {children(value)}
      </a>
    ))}
  </nav>
);
