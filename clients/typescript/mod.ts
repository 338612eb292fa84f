import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.d.ts";

export type { components, paths } from "./schema.d.ts";

/** Typed HTTP client of the service. The OpenAPI document gives the types of every path, request body and response. */
export type ServiceClient = Client<paths>;

export interface ServiceClientOptions {
  /** Address of the service that the typed client calls, for example `https://portfolio.example`. */
  readonly baseUrl: string;
  /** Access token or API key that the client sends as the bearer token. Absent for public routes. */
  readonly token?: string | undefined;
  /**
   * Function that the typed client calls in place of the runtime's own `fetch`, for a private certificate, cookies or
   * retries.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Returns a typed client for the service at `baseUrl`. It sends the token with every request where one is given. */
export function serviceClient({ baseUrl, token, fetch }: ServiceClientOptions): ServiceClient {
  return createClient<paths>({
    baseUrl,
    ...fetch === undefined ? {} : { fetch },
    ...token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  });
}
