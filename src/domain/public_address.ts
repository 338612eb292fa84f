import { addressRangesOf, isInRanges } from "./address_range.ts";

/** IPv4 networks of special purpose (RFC 6890 and its registry): private, shared, local, reserved, documentation. */
const SPECIAL_IPV4 = [
  "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24",
  "192.31.196.0/24,192.52.193.0/24,192.88.99.0/24,192.168.0.0/16,192.175.48.0/24,198.18.0.0/15,198.51.100.0/24",
  "203.0.113.0/24,224.0.0.0/3",
].join(",");

/** IPv6 networks within 2000::/3 that are of special purpose, or that carry an IPv4 address of any kind. */
const SPECIAL_IPV6 = "2001::/23,2001:db8::/32,2002::/16,3fff::/20";

const SPECIAL = addressRangesOf(`${SPECIAL_IPV4},${SPECIAL_IPV6}`) ?? [];
const IPV4_AND_GLOBAL_IPV6 = addressRangesOf("::ffff:0:0/96,2000::/3") ?? [];

/**
 * Whether an IP address is one of the public internet: not of this machine, of a private or local network, reserved, or
 * a multicast address. A text that is not an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  return isInRanges(address, IPV4_AND_GLOBAL_IPV6) && !isInRanges(address, SPECIAL);
}
