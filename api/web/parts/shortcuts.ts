/** Keys for what is done often: one, or two after another. Never while somebody types, and only while they are switched on. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepValue, keptValue } from '../client/storage.ts';

export type Shortcut = {
  /** One key, or two with a space between: `g p`. */
  readonly keys: string;
  /** What it does, as the sheet of shortcuts says it. */
  readonly label: string;
  readonly run: () => void;
};

/** Of what is shown now. */
export const shortcuts = signal<readonly Shortcut[]>([]);

export const areOn = signal(keptValue<boolean>('shortcuts') ?? true);

export const switchShortcuts = (isOn: boolean): void => {
  keepValue('shortcuts', isOn);
  areOn.value = isOn;
};

/** The shortcuts hold while the component is there. */
export const useShortcuts = (own: readonly Shortcut[], depends: readonly unknown[] = []): void => {
  useEffect(() => {
    shortcuts.value = [...shortcuts.value, ...own];
    return () => {
      shortcuts.value = shortcuts.value.filter((shortcut) => !own.includes(shortcut));
    };
  }, depends);
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What the keys mean after those before; the first of two is remembered. */
export const meaning = (
  known: readonly Shortcut[],
  before: string | null,
  { key, ctrlKey, metaKey, altKey }: Pressed,
): { readonly run: Shortcut | null; readonly first: string | null } => {
  if (ctrlKey || metaKey || altKey) return { run: null, first: null };
  const asked = before === null ? key : `${before} ${key}`;
  const run = known.find(({ keys }) => keys === asked) ?? null;
  const isFirst = before === null && known.some(({ keys }) => keys.startsWith(`${key} `));
  return { run, first: run === null && isFirst ? key : null };
};

/** Between the two keys of one shortcut. */
const TOGETHER_MS = 1_200;

const TYPED_INTO = 'input, textarea, select, [contenteditable], dialog, [popover]';

/** Begins to listen. The returned function ends it. */
export const listenForShortcuts = (): (() => void) => {
  let first: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pressed = (event: KeyboardEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    if (!areOn.value || event.defaultPrevented || target?.closest(TYPED_INTO) != null) return;
    const found = meaning(shortcuts.value, first, event);
    clearTimeout(timer);
    first = found.first;
    timer = setTimeout(() => (first = null), TOGETHER_MS);
    if (found.run === null) return;
    event.preventDefault();
    found.run.run();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
};
