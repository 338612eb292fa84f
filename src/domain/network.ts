/**
 * Returns the network under which a client address is counted for rate limits: a /64 for IPv6, because one subscriber
 * has 2^64 addresses, and the single address for IPv4.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = "", tail = null] = address.replace(/%.*$/s, "").toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === null || tail === "" ? [] : tail.split(":");
  const zeros = tail === null ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":") + "::/64";
}

/**
 * Returns the network that users see as the origin of a session: a /24 for IPv4 (256 addresses), a /64 for IPv6 (2^64).
 */
export function shownNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
}
