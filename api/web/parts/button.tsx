/** Buttons, and links that look like them. */
import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type Look = {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | 'quiet icon-only';
  readonly icon?: IconName;
  readonly children?: ComponentChildren;
  readonly isSmall?: boolean;
};

const classOf = ({ kind = 'plain', isSmall = false }: Look): string => `button ${kind}${isSmall ? ' small' : ''}`;

type ButtonProps = Look &
  Omit<JSX.IntrinsicElements['button'], 'icon' | 'class'> & {
    /** Ignores further presses while its action runs. */
    readonly isBusy?: boolean;
  };

/** Replaces the attribute `disabled`, which would remove the focus, and with it the reader's place on the page. */
const idle = { 'aria-disabled': true, onClick: (event: Event) => event.preventDefault() } as const;

export const Button = ({ kind, icon, children, isSmall, isBusy = false, disabled = false, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    class={classOf({ kind, isSmall })}
    aria-busy={isBusy || undefined}
    {...((isBusy || disabled) && idle)}
  >
    {isBusy ? <span class="spinner" aria-hidden="true" /> : icon !== undefined && <Icon name={icon} />}
    {children}
  </button>
);

type RowButtonProps = Omit<ButtonProps, 'children' | 'isSmall' | 'label'> & {
  readonly label: string;
  /** The item it acts on: the rest of its accessible name. */
  readonly of: string;
};

/** One of several small buttons with the same label. */
export const RowButton = ({ label, of, ...rest }: RowButtonProps) => (
  <Button {...rest} isSmall aria-label={`${label}: ${of}`}>
    {label}
  </Button>
);

type IconButtonProps = Omit<ButtonProps, 'kind' | 'label'> & {
  readonly icon: IconName;
  /** What it does: its accessible name and its tooltip. */
  readonly label: string;
};

export const IconButton = ({ label, ...rest }: IconButtonProps) => (
  <Button {...rest} kind="quiet icon-only" aria-label={label} title={label} />
);

type LinkProps = Look & Omit<JSX.IntrinsicElements['a'], 'icon' | 'class' | 'role'> & { readonly href: string };

export const ButtonLink = ({ kind, icon, children, isSmall, ...rest }: LinkProps) => (
  <a {...rest} class={classOf({ kind, isSmall })}>
    {icon !== undefined && <Icon name={icon} />}
    {children}
  </a>
);
