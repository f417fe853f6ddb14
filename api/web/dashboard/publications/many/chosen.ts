/** Which publications are chosen: some rows, of any page, or all that match. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { openSelection, type Selection } from '../../../parts/selection.ts';
import type { PublicationsView } from '../view.ts';
import { filterOf, type Chosen } from './batch.ts';

export type Choice = {
  readonly rows: Selection;
  /** Until a row is chosen or left out. */
  readonly isAll: ReadonlySignal<boolean>;
  readonly chooseAll: () => void;
  readonly chosen: (view: PublicationsView) => Chosen;
};

export const openChoice = (): Choice => {
  const rows = openSelection();
  const allFrom = signal<readonly string[] | null>(null);
  const isAll = computed(() => allFrom.value === rows.keys.value);
  return {
    rows,
    isAll,
    chooseAll: () => {
      allFrom.value = rows.keys.peek();
    },
    chosen: (view) => (isAll.peek() ? { filter: filterOf(view) } : { ids: rows.keys.peek() }),
  };
};
