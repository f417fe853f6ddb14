/** Which addresses are out on the internet, where anybody may look. */
import ipaddr from 'ipaddr.js';

/** RFC 4291, 2.4: whatever else is unicast is not assigned, or a leftover such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 6052: by this prefix an IPv6-only network reaches any IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** RFC 3056: the IPv4 address stands in the bytes after the prefix. */
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');
const SIX_TO_FOUR_BYTES = [2, 6] as const;
const NAT64_BYTES = [12, 16] as const;

/** The IPv4 address that an IPv6 address leads to; null if it leads to none. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 | null => {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  if (address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(...NAT64_BYTES));
  if (address.match(SIX_TO_FOUR)) return new ipaddr.IPv4(bytes.slice(...SIX_TO_FOUR_BYTES));
  return null;
};

/** False for every address of a special purpose (IANA registries, RFC 6890), and for what is no address. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const inner = embedded(address);
  if (inner !== null) return inner.range() === 'unicast';
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
};
