/** Toasts: short messages, announced to screen readers, with an action such as “Undo”. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../client/failure.ts';
import { inWords } from '../client/refusal.ts';
import { Button, IconButton } from './button.tsx';
import { confirmed, type Question } from './dialog.tsx';
import { words as common } from './generated/words.ts';
import { Icon } from './icon.tsx';
import { failureText } from './states.tsx';

export type Toast = {
  readonly text: string;
  readonly kind?: 'done' | 'failed';
  readonly action?: { readonly label: string; readonly run: () => unknown };
};

type Shown = Toast & { readonly id: number };

const SHOWN_MS = 7_000;
/** Time to read it and reach the button. */
const WITH_ACTION_MS = 15_000;
const MOST = 4;

const shown = signal<readonly Shown[]>([]);
let count = 0;

const dismiss = (id: number): void => {
  shown.value = shown.value.filter((toast) => toast.id !== id);
};

export const showToast = (toast: Toast): void => {
  count += 1;
  shown.value = [...shown.value.slice(1 - MOST), { ...toast, id: count }];
};

/** Shows what went wrong until it is dismissed. */
export const showFailure = (error: unknown): void => showToast({ kind: 'failed', text: failureText(inWords(error)) });

type Attempt = {
  /** Asked first: without a yes, nothing runs. */
  readonly sure?: Question | undefined;
  readonly refused?: (error: unknown) => Failure;
  /** Runs afterwards, whether the work succeeded or not. */
  readonly then?: () => unknown;
};

/** Runs the work, and shows a toast if it fails. */
export const attempt = async (work: () => Promise<unknown>, { sure, refused = inWords, then }: Attempt = {}) => {
  if (sure !== undefined && !(await confirmed(sure))) return;
  try {
    await work();
  } catch (error) {
    showFailure(refused(error));
  }
  await then?.();
};

const One = ({ toast }: { readonly toast: Shown }) => {
  const { id, text, kind = 'done', action } = toast;
  // It stays while it has the focus or the pointer.
  const [isHeld, setHeld] = useState(false);
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  useEffect(() => {
    if (kind === 'failed' || isHeld) return;
    const timer = setTimeout(() => dismiss(id), action === undefined ? SHOWN_MS : WITH_ACTION_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
      class={`toast line ${kind}`}
      role={kind === 'failed' ? 'alert' : 'status'}
      onFocusIn={hold}
      onFocusOut={release}
      onMouseEnter={hold}
      onMouseLeave={release}
    >
      <Icon name={kind === 'failed' ? 'circle-alert' : 'circle-check'} />
      <span class="toast-text">{text}</span>
      {action !== undefined && (
        <Button
          kind="quiet"
          isSmall
          onClick={() => {
            dismiss(id);
            void action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="x" label={common('dismiss')} onClick={() => dismiss(id)} />
    </div>
  );
};

/** Between a toast and the bar below it. */
const GAP_PX = 16;

/** At the foot of the window, above a bar with buttons if there is one, whatever its height. */
const place = (toasts: HTMLElement): void => {
  toasts.style.insetBlockEnd = '';
  const bar = document.querySelector('.save-bar, .selection-bar')?.getBoundingClientRect();
  const { top, right, bottom, left } = toasts.getBoundingClientRect();
  if (bar === undefined || bar.top > bottom || bar.bottom < top || bar.left > right || bar.right < left) return;
  toasts.style.insetBlockEnd = `${innerHeight - bar.top + GAP_PX}px`;
};

/** Rendered once. A live region must exist before its first message, or screen readers miss it. */
export const Toasts = ({ children }: { readonly children?: ComponentChildren }) => {
  const element = useRef<HTMLDivElement>(null);
  const toasts = shown.value;
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || toasts.length === 0) return undefined;
    const placeAgain = (): void => place(current);
    placeAgain();
    // The bar may appear, disappear or change while they are shown.
    const observer = new MutationObserver(placeAgain);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    addEventListener('scroll', placeAgain, { passive: true });
    addEventListener('resize', placeAgain);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', placeAgain);
      removeEventListener('resize', placeAgain);
    };
  }, [toasts]);
  return (
    <div ref={element} class="toasts" aria-live="polite">
      {children}
      {toasts.map((toast) => (
        <One key={toast.id} toast={toast} />
      ))}
    </div>
  );
};
