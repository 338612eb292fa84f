import { isIP } from "node:net";
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

/**
 * The client's address and whether it used HTTPS. Behind a proxy that ends TLS both stand in the headers that the proxy
 * sets: of `X-Forwarded-For` the last entry, which is the one that the proxy itself has seen. Without the one a request
 * counts as plain; without the other, or where it has no address of IP, the proxy's own address stands for the
 * client's.
 */
export function arrivalOf(request: Request, connection: Connection, options: { trustProxy: boolean }): Arrival {
  if (!options.trustProxy) return { address: connection.address, isSecure: connection.isEncrypted };
  const protocol = lastEntry(request.headers.get("x-forwarded-proto"));
  const address = addressIn(lastEntry(request.headers.get("x-forwarded-for")));
  return { address: address ?? connection.address, isSecure: protocol?.toLowerCase() === "https" };
}

/** Throws `https_required` for what came over a plain connection. */
export function requireHttps({ isSecure }: Arrival): void {
  if (!isSecure) throw new DomainError("https_required", "Cannot serve a plain HTTP connection: use HTTPS");
}

/**
 * The address of an entry, without the brackets and the port that some proxies write: `9.9.9.9:5555`,
 * `[2001:db8::1]:5555`.
 */
function addressIn(entry: string | null): string | null {
  if (entry === null || entry.length > LONGEST_ENTRY) return null;
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) === 0 ? null : address;
}

/** Of an address with a zone and a port; a log has no use for more. */
const LONGEST_ENTRY = 100;

function lastEntry(header: string | null): string | null {
  const last = header?.split(",").at(-1)?.trim();
  return last === undefined || last === "" ? null : last;
}
