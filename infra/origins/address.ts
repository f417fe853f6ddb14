/** Recognizes public internet addresses, which are safe to connect to. */
import ipaddr from 'ipaddr.js';

/** RFC 4291, 2.4: other unicast addresses are unassigned or deprecated, such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 6052: an IPv6-only network reaches any IPv4 address through this prefix. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** RFC 3056: the IPv4 address follows the prefix. */
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');
const SIX_TO_FOUR_BYTES = [2, 6] as const;
const NAT64_BYTES = [12, 16] as const;

/** The IPv4 address embedded in an IPv6 address; null if there is none. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 | null => {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  if (address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(...NAT64_BYTES));
  if (address.match(SIX_TO_FOUR)) return new ipaddr.IPv4(bytes.slice(...SIX_TO_FOUR_BYTES));
  return null;
};

/** False for special-purpose addresses (IANA registries, RFC 6890) and for invalid ones. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const inner = embedded(address);
  if (inner !== null) return inner.range() === 'unicast';
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
};
