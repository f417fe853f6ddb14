/** Where a request comes from, and whom an anonymous caller is counted as: an IPv4 address, or the network of 64 bits of an IPv6 one. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

const [SITE_GROUPS, NETWORK_GROUPS] = [3, 4];
/** How many networks of 64 bits the holder of a larger one may use in full. */
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

/** What is no address is counted as it is. */
export const networkOf = (address: string): string => {
  const groups = groupsOf(address);
  if (groups !== null) return prefixOf(groups, NETWORK_GROUPS);
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
};

/** Some gateways write the port of a client into `X-Forwarded-For`, which is another one for each connection. */
const withoutPort = (address: string): string => {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/u.exec(address) ?? [];
  return bracketed ?? dotted ?? address;
};

/** Where a request comes from, as far as the proxies in front are believed. */
export const clientOf = (request: IncomingMessage, trustsProxy: (address: string, hop: number) => boolean): string =>
  withoutPort(proxyAddr(request, (address, hop) => trustsProxy(withoutPort(address), hop)));

export type CountedAs = { readonly who: string; readonly times: number };

/**
 * Whom a request is counted for, widest first, each with how many times the limit of one network it may use. A site of 48
 * bits has 65,536 networks: counted by those alone, it would have as many limits, and as many counters to fill the store with.
 */
export const countedAs = (address: string): readonly CountedAs[] => {
  const groups = groupsOf(address);
  const own = { who: networkOf(address), times: 1 };
  return groups === null ? [own] : [{ who: prefixOf(groups, SITE_GROUPS), times: NETWORKS_OF_A_SITE }, own];
};
