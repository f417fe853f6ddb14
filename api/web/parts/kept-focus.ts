/** Keeps the focus near a control that disappears, where there is a better place than `lost-focus.ts` would find. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export const firstControl = (within: Element): HTMLElement | null =>
  within.querySelector<HTMLElement>(':is(input, textarea, select, button)');

type Options = {
  readonly nearby: (within: Element) => HTMLElement | null;
  /** Whether the control may also have been elsewhere, such as the button that saves. */
  readonly isElsewhere?: boolean;
};

/** Use the result as the `ref` of the element whose content disappears when the same component renders. */
export const useKeptFocus = <E extends Element>({ nearby, isElsewhere = false }: Options): RefObject<E | null> => {
  const within = useRef<E>(null);
  // Still the content before this render.
  const hadFocus = within.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if ((hadFocus || isElsewhere) && within.current !== null && document.activeElement === document.body)
      nearby(within.current)?.focus({ preventScroll: true });
  });
  return within;
};
