import { isIP } from "node:net";
import { type AddressRange, isInRanges } from "../../domain/address_range.ts";
import { DomainError } from "../../domain/errors.ts";

/** The connection that a request came by. */
export interface Connection {
  /** Address of its other end. */
  readonly address: string;
  /** Whether it is under TLS. What the URL of a request says of that is the client's word. */
  readonly isEncrypted: boolean;
}

/** How a request reached the service. */
export interface Arrival {
  readonly address: string;
  readonly isSecure: boolean;
}

/** Whose word about a client counts. */
export interface ProxyTrust {
  readonly trustProxy: boolean;
  /** Null: whoever connects is the proxy, and no other is. */
  readonly trustedProxies: readonly AddressRange[] | null;
}

/**
 * The client's address and whether it used HTTPS. Behind a proxy that ends TLS both stand in the headers that the proxy
 * sets: the address is the rightmost of `X-Forwarded-For` that is not of a trusted proxy itself; without a list of them
 * the rightmost, which is the one that the proxy itself has seen. Where an entry has no address of IP, the proxy that
 * wrote it stands for the client, since who stands further left is only its word. Without `X-Forwarded-Proto` a request
 * counts as plain. Who is in no such list has no word at all.
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

/** More proxies one behind the other than anybody has; each costs a look at the list. */
const HOPS_AT_MOST = 20;

/** Throws `https_required` for what came over a plain connection. */
export function requireHttps({ isSecure }: Arrival): void {
  if (!isSecure) throw new DomainError("https_required", "Cannot serve a plain HTTP connection: use HTTPS");
}

/**
 * The address of an entry, without the brackets and the port that some proxies write: `9.9.9.9:5555`,
 * `[2001:db8::1]:5555`.
 */
function addressIn(entry: string): string | null {
  if (entry.length > LONGEST_ENTRY) return null;
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) === 0 ? null : address;
}

/** Of an address with a zone and a port; a log has no use for more. */
const LONGEST_ENTRY = 100;

function entriesOf(header: string | null): string[] {
  return header === null ? [] : header.split(",").map((entry) => entry.trim());
}
