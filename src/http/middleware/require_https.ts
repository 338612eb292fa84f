import { isIP } from "node:net";
import { type AddressRange, isInRanges } from "../../domain/address_range.ts";
import { DomainError } from "../../domain/errors.ts";

/** Type of the data about the network connection that carried a request. */
export interface Connection {
  /** IP address of the other end of the network connection: the client or a proxy. */
  readonly address: string;
  /** Whether the connection uses TLS. The scheme in the request's URL proves nothing, because the client writes it. */
  readonly isEncrypted: boolean;
}

/** Type of the client's IP address as the service sees it, and of whether the client used HTTPS. */
export interface Arrival {
  readonly address: string;
  readonly isSecure: boolean;
}

/** Type of the settings that say which proxies are trusted to report the client's address and protocol. */
export interface ProxyTrust {
  readonly trustProxy: boolean;
  /** Address ranges of the trusted proxies. Null means that the directly connected peer is the only trusted proxy. */
  readonly trustedProxies: readonly AddressRange[] | null;
}

/**
 * Returns the client's IP address and whether it used HTTPS. Behind a trusted proxy that ends TLS, both come from the
 * proxy's headers. The address is the rightmost in `X-Forwarded-For` that is not itself a trusted proxy. Without a list
 * of proxies it is the rightmost, which the proxy itself has seen. If an entry has no IP address, the proxy that wrote
 * it counts as the client, because entries further left are unproven. A request without `X-Forwarded-Proto` counts as
 * plain HTTP. Headers from an untrusted peer are ignored.
 */
export function arrivalOf(
  request: Request,
  connection: Connection,
  { trustProxy, trustedProxies }: ProxyTrust,
): Arrival {
  if (!trustProxy || (trustedProxies !== null && !isInRanges(connection.address, trustedProxies))) {
    return { address: connection.address, isSecure: connection.isEncrypted };
  }
  const protocol = entriesOf(request.headers.get("x-forwarded-proto")).at(-1);
  const forwarded = entriesOf(request.headers.get("x-forwarded-for")).slice(-HOPS_AT_MOST);
  let address = connection.address;
  for (const entry of forwarded.reverse()) {
    const hop = addressIn(entry);
    if (hop === null) break;
    address = hop;
    if (trustedProxies === null || !isInRanges(hop, trustedProxies)) break;
  }
  return { address, isSecure: protocol?.toLowerCase() === "https" };
}

/**
 * Largest number of entries of `X-Forwarded-For` that are read. No set-up has more proxies in a row, and each entry
 * costs a search in the list.
 */
const HOPS_AT_MOST = 20;

/** Throws `https_required` for a request that came over plain HTTP. */
export function requireHttps({ isSecure }: Arrival): void {
  if (!isSecure) throw new DomainError("https_required", "Cannot serve a plain HTTP connection: use HTTPS");
}

/**
 * Returns the IP address in an entry of `X-Forwarded-For`, without the brackets and port that some proxies write
 * (`9.9.9.9:5555`, `[2001:db8::1]:5555`). Returns null if it is not an IP address.
 */
function addressIn(entry: string): string | null {
  if (entry.length > LONGEST_ENTRY) return null;
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) === 0 ? null : address;
}

/** Longest entry of `X-Forwarded-For` in characters: an address with a zone and a port fits. */
const LONGEST_ENTRY = 100;

function entriesOf(header: string | null): string[] {
  return header === null ? [] : header.split(",").map((entry) => entry.trim());
}
