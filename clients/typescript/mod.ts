import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.d.ts";

export type { components, paths } from "./schema.d.ts";

/** Calls the service with every path, body and answer typed by its OpenAPI document. */
export type ServiceClient = Client<paths>;

export interface ServiceClientOptions {
  /** Address of the service, such as `https://portfolio.example`. */
  readonly baseUrl: string;
  /** An access token or an API key; left out for public routes. */
  readonly token?: string | undefined;
  /** In place of the runtime's own: for a certificate of one's own, cookies or retries. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client of one service. */
export function serviceClient({ baseUrl, token, fetch }: ServiceClientOptions): ServiceClient {
  return createClient<paths>({
    baseUrl,
    ...fetch === undefined ? {} : { fetch },
    ...token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  });
}
