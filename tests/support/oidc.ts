/** A real OpenID Connect provider on loopback, and a browser that walks through its pages. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type Account = {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
};

export type OidcProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
};

const CLIENT = { clientId: 'colophon', clientSecret: 'a-secret-of-the-tests-alone' };

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** `redirectUri` is called at the first request: the dashboard's URL is known only when it listens. */
export const openOidcProvider = async (
  accounts: readonly Account[],
  redirectUri: () => string,
): Promise<OidcProvider> => {
  let issuer = '';
  const configured = (): Provider =>
    new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [redirectUri()],
          post_logout_redirect_uris: [new URL(redirectUri()).origin],
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_ctx, id) => {
        const account = accounts.find(({ sub }) => sub === id);
        return account === undefined ? undefined : { accountId: id, claims: () => ({ ...account }) };
      },
      cookies: { keys: ['tests'] },
    });
  let answer: ReturnType<Provider['callback']> | null = null;
  const server = createServer((request, response) => {
    answer ??= configured().callback();
    void answer(request, response);
  });
  issuer = `http://127.0.0.1:${await listening(server)}`;
  return {
    issuer,
    ...CLIENT,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Keeps cookies by host, follows redirects one by one, and presses the buttons that it is shown. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #ask: (url: string, init: RequestInit) => Promise<Response>;

  constructor(ask: (url: string, init: RequestInit) => Promise<Response> = fetch) {
    this.#ask = ask;
  }

  jar(url: string): Map<string, string> {
    const { host } = new URL(url);
    const known = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, known);
    return known;
  }

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#ask(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Signs in as the account: from the dashboard's URL to the final one. Returns the last response. */
  async signIn(
    start: string,
    account: string,
    stopAt: (url: string) => boolean = () => false,
  ): Promise<Response & { readonly at: string }> {
    let url = start;
    let response = await this.open(url);
    for (let steps = 0; steps < 30; steps += 1) {
      const location = response.headers.get('location');
      if (location !== null) {
        url = new URL(location, url).href;
        if (stopAt(url)) break;
        response = await this.open(url);
        continue;
      }
      const page = response.status === 200 ? await response.clone().text() : '';
      const action = /<form[^>]*action="([^"]+)"/u.exec(page)?.[1];
      if (action === undefined) break;
      const prompt = /name="prompt" value="([^"]+)"/u.exec(page)?.[1] ?? '';
      url = new URL(action, url).href;
      const body = new URLSearchParams({ prompt, login: account, password: 'any' });
      response = await this.open(url, { method: 'POST', body });
    }
    assert.ok(response);
    return Object.assign(response, { at: url });
  }
}
