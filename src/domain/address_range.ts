/** Type of a range of IP addresses that begin with the same bits: a network or a single address. */
export interface AddressRange {
  /** One address of the range as a 128-bit number. An IPv4 address is mapped into IPv6, `::ffff:0:0/96`. */
  readonly address: bigint;
  /** Number of leading bits, out of 128, that all addresses of the range share. */
  readonly prefixBits: number;
}

const ADDRESS_BITS = 128;
const IPV4_BITS = 32;

/**
 * Parses a comma-separated list of IPv4 and IPv6 addresses and networks, such as `10.0.0.0/8, 2001:db8::1`. Returns
 * null if an entry is not valid.
 */
export function addressRangesOf(list: string): readonly AddressRange[] | null {
  const ranges = list.split(",").map((text) => addressRangeOf(text.trim()));
  return ranges.every((range) => range !== null) ? ranges : null;
}

/** Whether an IP address lies in one of the ranges. A text that is not an address lies in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const number = addressNumber(address.replace(/%.*$/s, ""));
  if (number === null) return false;
  return ranges.some(({ address: first, prefixBits }) => {
    const ownBits = BigInt(ADDRESS_BITS - prefixBits);
    return number >> ownBits === first >> ownBits;
  });
}

function addressRangeOf(text: string): AddressRange | null {
  const [, written = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = addressNumber(written);
  if (address === null) return null;
  const addressBits = written.includes(":") ? ADDRESS_BITS : IPV4_BITS;
  const givenBits = bits === undefined ? addressBits : Number(bits);
  return givenBits > addressBits ? null : { address, prefixBits: ADDRESS_BITS - addressBits + givenBits };
}

function addressNumber(text: string): bigint | null {
  if (text.includes(":")) return numberOfIpv6(text);
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((number, part) => number << 8n | BigInt(part), 0xffffn);
}

/**
 * Parses an IPv6 address into a number; null if it is not valid. The URL parser checks the grammar and rewrites a
 * dotted IPv4 ending as two groups.
 */
function numberOfIpv6(text: string): bigint | null {
  const url = `http://[${text}]/`;
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return null;
  const [head = "", tail = ""] = new URL(url).hostname.slice(1, -1).split("::");
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(ADDRESS_BITS / 16 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].reduce((number, group) => number << 16n | BigInt(`0x${group}`), 0n);
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
