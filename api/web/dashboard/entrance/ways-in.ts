/** How people sign in here, as the server says in the page: a link always, a provider where one is set up. */
import { address } from '../../client/router.ts';

const said = (): readonly string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="colophon-sign-in"]')?.content.split(' ') ?? [];

/** Where to begin with the provider, coming back to the present address; null if there is none. */
export const providerAddress = (): string | null => {
  if (!said().includes('openid')) return null;
  const { pathname, search } = address.value;
  return `/auth/login?${new URLSearchParams({ return_to: pathname + search }).toString()}`;
};
