/** The ways to sign in, which the server lists in the page: always by link, and through a provider if one is configured. */
import { address } from '../../client/router.ts';

/** Where sign-in with the provider starts, returning to the current address; null without a provider. */
export const providerAddress = (): string | null => {
  const ways = document.querySelector<HTMLMetaElement>('meta[name="colophon-sign-in"]')?.content.split(' ');
  if (ways?.includes('openid') !== true) return null;
  const { pathname, search } = address.value;
  return `/auth/login?${new URLSearchParams({ return_to: pathname + search }).toString()}`;
};
