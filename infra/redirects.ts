/** Follows redirects only within the same host. */
import { urlIn } from '../domain/url.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Null for a redirect to another host or port, which cannot answer for the original one, or from https to http. */
export const redirectedTo = (from: URL, location: string | undefined): URL | null => {
  const to = location === undefined ? null : urlIn(location, from.href);
  if (to === null) return null;
  return to.host === from.host && (to.protocol === from.protocol || to.protocol === 'https:') ? to : null;
};

/** Whether both are of one iD, if of any: ORCID merges iDs, but the works of one are not those of another. */
export const ofSameOrcid = (one: URL, other: URL | null): boolean => {
  const orcidIn = (url: URL | null) => /\/(\d{4}-){3}\d{3}[\dX](?=\/|$)/.exec(url?.pathname ?? '')?.[0];
  return orcidIn(one) === orcidIn(other);
};
