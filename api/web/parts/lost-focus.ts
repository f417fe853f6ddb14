/** Finds a place for the focus when its control disappears: browsers would start again from the top of the page. */

const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex])';

/** A control and the way out of it. */
type Place = {
  readonly control: HTMLElement;
  readonly around: readonly { readonly element: Element; readonly index: number }[];
};

/** Up to the edge of the dialog, or of the page: a new page sets the focus itself. */
const placeOf = (control: HTMLElement): Place => {
  const edge = control.closest('.page, dialog') ?? document.body;
  const around: Place['around'][number][] = [];
  for (let at: Element = control; at !== edge && at.parentElement !== null; at = at.parentElement)
    around.push({ element: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return { control, around };
};

/** The control if it is still there, then from the inside out what has taken its place, or comes before it. */
const near = ({ control, around }: Place): readonly HTMLElement[] => {
  const beside = around.flatMap(({ element: { children }, index }) => [children[index], children[index - 1]]);
  const found = beside.map((each) => (each?.matches(FOCUSABLE) === true ? each : each?.querySelector(FOCUSABLE)));
  return [control, ...found].filter((each) => each instanceof HTMLElement);
};

/** Called once, for the whole document. */
export const catchLostFocus = (): void => {
  let last: Element | null = null;
  let inDialog: Place | null = null;
  let onPage: Place | null = null;
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    if (target.closest('dialog') !== null) inDialog = placeOf(target);
    // A toast is gone soon.
    else if (target.closest('.toasts') === null) onPage = placeOf(target);
  });
  const find = (): void => {
    if (last === null || document.activeElement !== document.body || last.checkVisibility()) return;
    last = null;
    for (const target of [inDialog, onPage].flatMap((place) => (place === null ? [] : near(place)))) {
      target.focus({ preventScroll: true });
      if (document.activeElement === target) return;
    }
  };
  new MutationObserver(find).observe(document.body, { childList: true, subtree: true });
};
