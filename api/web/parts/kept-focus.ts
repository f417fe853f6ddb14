/**
 * Keeps the focus near a control that disappears, such as the button of a completed action. Browsers would move it to the body,
 * so that the keyboard starts again from the top of the page.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export const firstControl = (within: Element): HTMLElement | null =>
  within.querySelector<HTMLElement>(':is(input, textarea, select, button)');

type Options = {
  /** Where the focus goes. Default: the first control. */
  readonly nearby?: (within: Element) => HTMLElement | null;
  /** Whether the control may also have been elsewhere, such as the button that saves. */
  readonly isElsewhere?: boolean;
};

/** Use the result as the `ref` of the element whose content disappears when the same component renders. */
export const useKeptFocus = <E extends Element>({
  nearby = firstControl,
  isElsewhere = false,
}: Options = {}): RefObject<E | null> => {
  const within = useRef<E>(null);
  // Still the content before this render.
  const hadFocus = within.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if ((hadFocus || isElsewhere) && within.current !== null && document.activeElement === document.body)
      nearby(within.current)?.focus({ preventScroll: true });
  });
  return within;
};
