/** Whom an anonymous caller is counted as: an IPv4 address, or the network of 64 bits that an IPv6 one is in. */
import ipaddr from 'ipaddr.js';

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
