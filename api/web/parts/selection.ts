/** The selected rows of a listing. Each row has its own signal, so selecting one renders only that one. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';

export const openSelection = () => {
  const rows = new Map<string, ReadonlySignal<boolean>>();
  const selected = signal<ReadonlySet<string>>(new Set());
  let last: string | null = null;

  const isSelected = (key: string): ReadonlySignal<boolean> => {
    const row = rows.get(key) ?? computed(() => selected.value.has(key));
    rows.set(key, row);
    return row;
  };

  const set = (keys: readonly string[], isIn: boolean): void => {
    const next = new Set(selected.peek());
    for (const key of keys)
      if (isIn) next.add(key);
      else next.delete(key);
    selected.value = next;
  };

  const between = (key: string, order: readonly string[]): readonly string[] => {
    const from = last === null ? -1 : order.indexOf(last);
    const to = order.indexOf(key);
    return from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  return {
    count: computed(() => selected.value.size),
    keys: computed(() => [...selected.value]),
    isSelected,
    /** `through`: the rows in order; selects all from the last toggled one, as with the shift key. */
    toggle: (key: string, through?: readonly string[]): void => {
      set(through === undefined ? [key] : between(key, through), !selected.peek().has(key));
      last = key;
    },
    set,
    clear: () => set([...selected.peek()], false),
  };
};

export type Selection = ReturnType<typeof openSelection>;
