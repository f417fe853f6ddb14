/** Follows redirects only within the same host. */

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Null for a redirect to another host or port, which cannot answer for the original one, or from https to http. */
export const redirectedTo = (from: URL, location: string | undefined): URL | null => {
  if (location === undefined || !URL.canParse(location, from.href)) return null;
  const to = new URL(location, from);
  return to.host === from.host && (to.protocol === from.protocol || to.protocol === 'https:') ? to : null;
};
