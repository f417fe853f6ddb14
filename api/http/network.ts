/** Whom an anonymous caller is counted as: an IPv4 address, or the network of 64 bits that an IPv6 one is in. */
import ipaddr from 'ipaddr.js';

const NETWORK_GROUPS = 4;

/** What is no address is counted as it is. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
};
