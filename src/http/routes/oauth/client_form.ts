import { z } from "zod";
import type { ClientCredentials } from "../../../oauth/authenticate_client.ts";

/** Fields of a form by which a connector tells who it is; another way is the header `Authorization`. */
export const clientFields = {
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
} as const;

interface ClientForm {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** Returns the parts of a request by which a connector tells who it is. */
export function clientCredentials(headers: Headers, { client_id, client_secret }: ClientForm): ClientCredentials {
  return { authorization: headers.get("authorization"), clientId: client_id, clientSecret: client_secret };
}
