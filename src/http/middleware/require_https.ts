import { DomainError } from "../../domain/errors.ts";

/** How a request reached the service. */
export interface Arrival {
  readonly address: string;
  readonly isSecure: boolean;
}

/**
 * The client's address and whether it used HTTPS. Behind a proxy that ends TLS both stand in the headers that the proxy sets: of
 * `X-Forwarded-For` the last entry, which is the one that the proxy itself has seen. Without them a request counts as plain.
 */
export function arrivalOf(request: Request, options: { peerAddress: string; trustProxy: boolean }): Arrival {
  if (!options.trustProxy) return { address: options.peerAddress, isSecure: request.url.startsWith("https:") };
  const protocol = lastEntry(request.headers.get("x-forwarded-proto"));
  const address = lastEntry(request.headers.get("x-forwarded-for"));
  return { address: address ?? options.peerAddress, isSecure: protocol?.toLowerCase() === "https" };
}

/** Throws `https_required` for what came over a plain connection. */
export function requireHttps({ isSecure }: Arrival): void {
  if (!isSecure) throw new DomainError("https_required", "Cannot serve a plain HTTP connection: use HTTPS");
}

function lastEntry(header: string | null): string | null {
  const last = header?.split(",").at(-1)?.trim();
  return last === undefined || last === "" ? null : last;
}
