/** The selected rows of a listing. Each row has its own signal, so selecting one renders only that one. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';

export const openSelection = () => {
  const rows = new Map<string, Signal<boolean>>();
  const selected = signal<ReadonlySet<string>>(new Set());
  let last: string | null = null;

  const rowOf = (key: string): Signal<boolean> => {
    const known = rows.get(key);
    if (known !== undefined) return known;
    const made = signal(selected.peek().has(key));
    rows.set(key, made);
    return made;
  };

  const set = (keys: readonly string[], isSelected: boolean): void =>
    batch(() => {
      const next = new Set(selected.peek());
      for (const key of keys) {
        if (isSelected) next.add(key);
        else next.delete(key);
        rowOf(key).value = isSelected;
      }
      selected.value = next;
    });

  const between = (key: string, order: readonly string[]): readonly string[] => {
    const from = last === null ? -1 : order.indexOf(last);
    const to = order.indexOf(key);
    return from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  return {
    count: computed(() => selected.value.size),
    keys: computed(() => [...selected.value]),
    isSelected: (key: string): ReadonlySignal<boolean> => rowOf(key),
    /** `through`: the rows in order; selects all from the last toggled one, as with the shift key. */
    toggle: (key: string, through?: readonly string[]): void => {
      const isSelected = !rowOf(key).peek();
      set(through === undefined ? [key] : between(key, through), isSelected);
      last = key;
    },
    set,
    clear: () => set([...selected.peek()], false),
  };
};

export type Selection = ReturnType<typeof openSelection>;
