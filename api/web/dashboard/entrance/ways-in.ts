/** The ways to sign in, which the server lists in the page: always by link, and through a provider if one is configured. */
import { address } from '../../client/router.ts';
import { knows } from '../pages.ts';

/** Where a sign-in returns to: the current address, or home if it is no page. A path such as `//x` would be another host's address. */
export const placeToReturn = (): string => {
  const { pathname, search } = address.value;
  return knows(pathname) ? pathname + search : '/';
};

/** Where sign-in with the provider starts, and where it returns to; null without a provider. */
export const providerAddress = (): string | null => {
  const ways = document.querySelector<HTMLMetaElement>('meta[name="colophon-sign-in"]')?.content.split(' ');
  if (ways?.includes('openid') !== true) return null;
  return `/auth/login?${new URLSearchParams({ return_to: placeToReturn() }).toString()}`;
};
