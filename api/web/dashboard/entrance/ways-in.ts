/** The ways to sign in, which the server lists in the page: always by link, and through a provider if one is configured. */
import { address } from '../../client/router.ts';
import { knows } from '../pages.ts';

/** Where a sign-in returns to: the current address, or home if it is no page. A path such as `//x` would be another host's address. */
export const placeToReturn = (): string => {
  const { pathname, search } = address.value;
  return knows(pathname) ? pathname + search : '/';
};

const ways = (): readonly string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="colophon-sign-in"]')?.content.split(' ') ?? [];

/** Neither a provider nor a proxy signs people in. */
export const isByLinkAlone = (): boolean => !ways().includes('openid') && !ways().includes('proxy');

/** No one can sign in yet: only a command of the operator makes the first link. */
export const isUnentered = (): boolean => ways().includes('command');

/** Where sign-in with the provider starts, and where it returns to; null without a provider. */
export const providerAddress = (): string | null => {
  if (!ways().includes('openid')) return null;
  return `/auth/login?${new URLSearchParams({ return_to: placeToReturn() }).toString()}`;
};
