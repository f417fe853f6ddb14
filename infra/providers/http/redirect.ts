/** Which redirects are followed: those within the host that was asked. */

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Null for what leads to another host or port, whose word is not that of the one asked, or out of TLS. */
export const redirectedTo = (from: URL, location: string | undefined): URL | null => {
  if (location === undefined || !URL.canParse(location, from.href)) return null;
  const to = new URL(location, from);
  return to.host === from.host && (to.protocol === from.protocol || to.protocol === 'https:') ? to : null;
};
