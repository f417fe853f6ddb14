/** The frame of a page: its heading, the title of the tab, and its actions. */
import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { address } from '../client/router.ts';
import { Icon } from './icon.tsx';
import { Loaded } from './states.tsx';

type Props = {
  /** Plain text, for the heading and the tab. */
  readonly title: string;
  /** Replaces the title in the heading, for example with one that has markup. */
  readonly heading?: ComponentChildren;
  readonly parent?: { readonly href: string; readonly label: string };
  /** Null: not known yet, but its space is kept. */
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
};

/** The browser loads the first page, and sets the focus itself. */
let isFirst = true;
let shownAt: string | null = null;

export const Page = ({ title, heading, parent, lead, actions, children, isWide = false }: Props) => {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Colophon`;
  }, [title]);
  // A layout effect runs before the next key event, so it takes the focus from nothing that the page has just shown.
  useLayoutEffect(() => {
    const { pathname } = address.peek();
    const isOpened = shownAt !== null && shownAt !== pathname;
    if (isOpened) isFirst = false;
    // While the page was loading, its reader may have moved on.
    const isLost = document.activeElement === document.body;
    if (isOpened || (isLost && !isFirst)) top.current?.focus({ preventScroll: true });
    shownAt = pathname;
  }, []);
  return (
    <div class={isWide ? 'page stack airy wide' : 'page stack airy'}>
      <header class="page-header spread">
        <div class="page-heading">
          {parent !== undefined && (
            <a class="page-parent muted small" href={parent.href}>
              <Icon name="chevron-left" size={14} />
              {parent.label}
            </a>
          )}
          <h1 ref={top} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead !== undefined && <p class="muted">{lead ?? '\u00A0'}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
};

type PendingProps = Pick<Props, 'title' | 'parent'> & Omit<ComponentProps<typeof Loaded>, 'children'>;

/** The page while its content is loading or could not be loaded. */
export const PendingPage = ({ title, parent, ...loading }: PendingProps) => (
  <Page title={title} parent={parent}>
    <Loaded {...loading}>{() => null}</Loaded>
  </Page>
);

type SectionProps = {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
};

export const Section = ({ title, aside, children }: SectionProps) => (
  <section class="card" aria-label={title}>
    <header class="card-header spread">
      <h2 tabIndex={-1}>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
);
