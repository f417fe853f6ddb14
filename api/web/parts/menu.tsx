/** A button that opens a panel, as a native popover: Escape, a click elsewhere or leaving it by keyboard closes it. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { useFragment } from './use-fragment.ts';

type Props = {
  readonly label: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'block';
  readonly isSmall?: boolean;
  readonly icon?: IconName;
  readonly align?: 'start' | 'end';
  /** The fragment of the address that opens it too. */
  readonly at?: string | undefined;
  /** The panel's content, usually `MenuItem`s. `close` closes it. */
  readonly children: (close: () => void) => ComponentChildren;
};

const GAP = 4;

/** Places the panel below the button, or above it if there is no room, and within the window. */
const place = (panel: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void => {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = align === 'start' ? at.left : at.right - width;
  const fits = at.bottom + GAP + height <= innerHeight || at.top < height + GAP;
  panel.style.setProperty('left', `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`);
  const top = fits ? at.bottom + GAP : at.top - GAP - height;
  panel.style.setProperty('top', `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`);
};

export const Menu = ({ label, kind = 'plain', isSmall = false, icon, align = 'start', at, children }: Props) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useFragment(at === undefined ? [] : [at], () => panel.current?.showPopover());
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || panel.current === null) return;
    const items = [...panel.current.querySelectorAll<HTMLElement>('a[href], button, input, select')];
    const next = items[(items.indexOf(document.activeElement as HTMLElement) + by + items.length) % items.length];
    if (next === undefined || document.activeElement?.tagName === 'SELECT') return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <button ref={button} type="button" class={`button ${kind}${isSmall ? ' small' : ''}`} popoverTarget={id}>
        {icon !== undefined && <Icon name={icon} />}
        {label}
        <Icon name={kind === 'block' ? 'chevrons-up-down' : 'chevron-down'} size={14} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="menu"
        onKeyDown={step}
        onFocusOut={({ relatedTarget: next }) => {
          if (next instanceof Node && panel.current?.contains(next) === false) panel.current.hidePopover();
        }}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') setOpen(true);
          // By then the panel is open and filled, but not painted yet.
          requestAnimationFrame(() => {
            if (panel.current !== null && button.current !== null) place(panel.current, button.current, align);
          });
        }}
        onToggle={({ newState }) => {
          // Emptied only after the browser has restored the focus, which it does only while the focus is inside.
          if (newState === 'closed') setOpen(false);
          else panel.current?.querySelector<HTMLElement>('a[href], button, input, select')?.focus();
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
};

type ItemProps = {
  readonly icon?: IconName;
  readonly isChosen?: boolean;
  readonly isDangerous?: boolean;
  readonly href?: string;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
};

export const MenuItem = ({ icon, isChosen, isDangerous = false, href, onClick, children }: ItemProps) => {
  const shared = {
    class: isDangerous ? 'menu-item line danger' : 'menu-item line',
    onClick,
    children: (
      <>
        {icon !== undefined && <Icon name={icon} />}
        <span class="menu-text">{children}</span>
        {isChosen === true && <Icon name="check" />}
      </>
    ),
  };
  return href === undefined ? (
    <button type="button" {...shared} aria-pressed={isChosen} />
  ) : (
    <a {...shared} href={href} aria-current={isChosen === true ? 'true' : undefined} />
  );
};
