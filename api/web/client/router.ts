/** Where the browser is, and how it gets elsewhere without loading the application again. */
import { signal, type ReadonlySignal } from '@preact/signals';

const here = (): URL => new URL(globalThis.location?.href ?? 'http://localhost/');

const current = signal(here());

/** The address that is shown. */
export const address: ReadonlySignal<URL> = current;

/** Called before an address is left, such as for what is not saved; false stays. */
export type Leaving = (to: URL) => boolean;
const leaving = new Set<Leaving>();

/** The returned function takes the question back. */
export const beforeLeaving = (ask: Leaving): (() => void) => {
  leaving.add(ask);
  return () => leaving.delete(ask);
};

export type NavigateOptions = {
  /** In place of the present entry of the history: for what a person would not go back to, such as each letter of a search. */
  readonly replace?: boolean;
};

export const navigate = (to: string, { replace = false }: NavigateOptions = {}): void => {
  const next = new URL(to, current.value);
  if (next.href === current.value.href) return;
  if (next.pathname !== current.value.pathname) {
    for (const ask of leaving) if (!ask(next)) return;
    if (!replace) scrollTo({ top: 0, behavior: 'instant' });
  }
  if (replace) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
  current.value = next;
};

export type Params = Readonly<Record<string, string>>;

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** What stands in the places of a pattern such as `/w/:workspace/publications/*id`; null if the path does not fit it. */
export const matched = (pattern: string, path: string): Params | null => {
  const wanted = pattern.split('/').filter((part) => part !== '');
  const given = path.split('/').filter((part) => part !== '');
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const rest = given.slice(index);
    const [first] = rest;
    if (first === undefined) return null;
    if (part.startsWith('*')) return { ...params, [part.slice(1)]: rest.map(decoded).join('/') };
    if (part.startsWith(':')) params[part.slice(1)] = decoded(first);
    else if (part !== first) return null;
  }
  return wanted.length === given.length ? params : null;
};

/** Whether a click on a link is for the application: one that asks for a new tab, or leads elsewhere, is the browser's. */
const linkOf = (event: MouseEvent): HTMLAnchorElement | null => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isOurs =
    link !== null && link.origin === location.origin && link.target === '' && !link.hasAttribute('download');
  return isOurs ? link : null;
};

/** Follows links to addresses that the application knows, and the browser's own buttons. */
export const followLinks = (knows: (path: string) => boolean): void => {
  addEventListener('popstate', () => (current.value = here()));
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (link === null || !knows(link.pathname)) return;
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    navigate(link.href);
  });
};
