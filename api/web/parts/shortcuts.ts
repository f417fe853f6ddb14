/** Keyboard shortcuts of one key or two in sequence. Inactive while typing, and when switched off. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepValue, keptValue } from '../client/storage.ts';

export type Shortcut = {
  /** One key, or two: `g p`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
};

/** The shortcuts of the components on the page. */
export const shortcuts = signal<readonly Shortcut[]>([]);

export const areShortcutsOn = signal(keptValue<boolean>('shortcuts') ?? true);

export const switchShortcuts = (isOn: boolean): void => {
  keepValue('shortcuts', isOn);
  areShortcutsOn.value = isOn;
};

export const useShortcuts = (own: readonly Shortcut[], depends: readonly unknown[] = []): void => {
  useEffect(() => {
    shortcuts.value = [...shortcuts.value, ...own];
    return () => {
      shortcuts.value = shortcuts.value.filter((shortcut) => !own.includes(shortcut));
    };
  }, depends);
};

/** The shortcut that is complete with this key, or the key as the possible first of two. */
export const matchShortcut = (
  known: readonly Shortcut[],
  before: string | null,
  { key, ctrlKey, metaKey, altKey, repeat }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>,
): { readonly run: Shortcut | null; readonly first: string | null } => {
  // A held key would repeat the action on records that the user has not read.
  if (ctrlKey || metaKey || altKey || repeat) return { run: null, first: null };
  const asked = before === null ? key : `${before} ${key}`;
  const run = known.find(({ keys }) => keys === asked) ?? null;
  const isFirst = before === null && known.some(({ keys }) => keys.startsWith(`${key} `));
  return { run, first: run === null && isFirst ? key : null };
};

/** The longest pause between two keys. */
const TOGETHER_MS = 1_200;

const TYPED_INTO = 'input, textarea, select, [contenteditable], dialog, [popover]';

/** Returns a function that stops listening. */
export const listenForShortcuts = (): (() => void) => {
  let first: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pressed = (event: KeyboardEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    if (!areShortcutsOn.value || event.defaultPrevented || target?.closest(TYPED_INTO) != null) return;
    const found = matchShortcut(shortcuts.value, first, event);
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
