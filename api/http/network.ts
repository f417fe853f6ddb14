/** Client addresses, and the rate limit counters of anonymous callers: per IPv4 address or IPv6 /64 network. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

const [SITE_GROUPS, NETWORK_GROUPS] = [3, 4];
/** How many /64 networks of a site may use their full limit. */
const NETWORKS_OF_A_SITE = 16;

const groupsOf = (address: string): readonly number[] | null => {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? null : (parsed as ipaddr.IPv6).parts;
};

const prefixOf = (groups: readonly number[], length: number): string =>
  `${groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::/${length * 16}`;

/** The network of an address; text that is not an address is returned unchanged. */
export const networkOf = (address: string): string => {
  const groups = groupsOf(address);
  if (groups !== null) return prefixOf(groups, NETWORK_GROUPS);
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
};

/** Some gateways append the client's port in `X-Forwarded-For`, which differs for each connection. */
const withoutPort = (address: string): string => {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/u.exec(address) ?? [];
  return bracketed ?? dotted ?? address;
};

/** The client's address, taking `X-Forwarded-For` only from trusted proxies. */
export const clientOf = (request: IncomingMessage, trustsProxy: (address: string, hop: number) => boolean): string =>
  withoutPort(proxyAddr(request, (address, hop) => trustsProxy(withoutPort(address), hop)));

export type Counter = { readonly who: string; readonly times: number };

/**
 * The counters of a request, widest first, each with the multiple of one network's limit that it allows. A /48 site has 65,536
 * networks: without a counter of its own, it would have as many limits, and could fill the store with as many counters.
 */
export const countersOf = (address: string): readonly Counter[] => {
  const groups = groupsOf(address);
  const own = { who: networkOf(address), times: 1 };
  return groups === null ? [own] : [{ who: prefixOf(groups, SITE_GROUPS), times: NETWORKS_OF_A_SITE }, own];
};
