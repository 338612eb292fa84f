/** The network that an address is counted by: a subscriber of IPv6 has 2^64 addresses, one of IPv4 its one. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1];
  const [head, tail = null] = address.split("%")[0].toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === null || tail === "" ? [] : tail.split(":");
  const zeros = tail === null ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":") + "::/64";
}

/** The network as a person is shown where a session comes from: 256 addresses of IPv4, 2^64 of IPv6. */
export function shownNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
}
