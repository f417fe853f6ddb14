/** Which publications are chosen: some rows, of any page, or all that match. */
import { computed, signal } from '@preact/signals';
import { openSelection } from '../../../parts/selection.ts';
import type { PublicationsView } from '../view.ts';
import { filterOf, type Chosen } from './batch.ts';

export const openChoice = () => {
  const rows = openSelection();
  const allFrom = signal<readonly string[] | null>(null);
  const isAll = computed(() => allFrom.value === rows.keys.value);
  return {
    rows,
    /** Until a row is chosen or left out. */
    isAll,
    chooseAll: (): void => {
      allFrom.value = rows.keys.peek();
    },
    chosen: (view: PublicationsView): Chosen => (isAll.peek() ? { filter: filterOf(view) } : { ids: rows.keys.peek() }),
  };
};

export type Choice = ReturnType<typeof openChoice>;
