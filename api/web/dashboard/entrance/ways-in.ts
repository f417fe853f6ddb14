/** The ways to sign in, which the server states in the page: always by link, and by a provider if configured. */
import { address } from '../../client/router.ts';

const said = (): readonly string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="colophon-sign-in"]')?.content.split(' ') ?? [];

/** Where sign-in with the provider starts, returning to the present address; null without a provider. */
export const providerAddress = (): string | null => {
  if (!said().includes('openid')) return null;
  const { pathname, search } = address.value;
  return `/auth/login?${new URLSearchParams({ return_to: pathname + search }).toString()}`;
};
