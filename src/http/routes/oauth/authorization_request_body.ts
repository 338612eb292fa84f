import { z } from "zod";
import { CONNECTOR_SCOPE_LIST, CONNECTOR_SCOPES } from "../../../domain/connector_scope.ts";
import { isDocumentId } from "../../../domain/connector_client.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { ShownRequest } from "../../../oauth/decide_authorization.ts";
import { shownAddress } from "../../../oauth/redirect_address.ts";

/** Schema of the id of a connector's request, which is part of the address of the page of consent. */
export const authorizationRequestId = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const connectorScope = z.enum(CONNECTOR_SCOPES);

export const authorizationRequestBody = z.strictObject({
  client_id: z.string(),
  client_name: z.string().nullable().meta({
    description: "Name that the connector gives itself, which nobody checked",
  }),
  client_host: z.string().nullable().meta({
    description: "Host whose document describes the connector; null for one that only registered itself",
  }),
  redirect_host: z.string().meta({ description: "Host of the address to which the answer goes" }),
  is_loopback: z.boolean().meta({
    description: "Whether the answer goes to a program on the person's own machine, which could be any program",
  }),
  scopes: z.array(z.strictObject({
    scope: connectorScope,
    sentence: z.string(),
    is_apart: z.boolean().meta({ description: "Whether consent names the scope apart from the others" }),
  })),
  expires_at: z.iso.datetime(),
}).meta({ id: "AuthorizationRequest" });

/** Returns the JSON body that shows the request of a connector to the person who decides about it. */
export function presentAuthorizationRequest(
  { client, request }: ShownRequest,
): DeepReadonly<z.input<typeof authorizationRequestBody>> {
  const { host, isLoopback } = shownAddress(request.redirectAddress);
  return {
    client_id: client.id,
    client_name: client.name,
    client_host: isDocumentId(client.id) ? new URL(client.id).host : null,
    redirect_host: host,
    is_loopback: isLoopback,
    scopes: CONNECTOR_SCOPE_LIST.filter(({ name }) => request.scopes.includes(name)).map((entry) => ({
      scope: entry.name,
      sentence: entry.sentence,
      is_apart: entry.isApart,
    })),
    expires_at: isoTimestamp(request.expiresAt),
  };
}
