/** Client-side navigation. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { parsed } from './parsed.ts';

const here = (): URL => new URL(globalThis.location?.href ?? 'http://localhost/');

const current = signal(here());

export const address: ReadonlySignal<URL> = current;

export type NavigateOptions = {
  /** Replaces the current history entry, for example on each letter of a search. */
  readonly replace?: boolean;
};

export const navigate = (to: string, { replace = false }: NavigateOptions = {}): void => {
  const next = new URL(to, current.value);
  if (next.href === current.value.href) return;
  if (replace) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
  // Only now: the browser stores the scroll position of the page being left, and returns to it.
  if (next.pathname !== current.value.pathname && !replace) scrollTo({ top: 0, behavior: 'instant' });
  current.value = next;
};

export type Params = Readonly<Record<string, string>>;

const decoded = (part: string): string => parsed(decodeURIComponent, part) ?? part;

/** The parameters of a pattern such as `/w/:workspace/publications/*id`; null if the path does not match. */
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

/** The clicked link if the application handles it; the browser handles new tabs and other sites. */
const linkOf = (event: MouseEvent): HTMLAnchorElement | null => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isOurs =
    link !== null && link.origin === location.origin && link.target === '' && !link.hasAttribute('download');
  return isOurs ? link : null;
};

/** Handles links to known addresses, and the browser's back and forward buttons. */
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
