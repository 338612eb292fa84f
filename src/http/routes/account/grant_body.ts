import { z } from "zod";
import type { ConnectorGrant } from "../../../domain/connector_grant.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import { CONNECTOR_SCOPES } from "../../../domain/connector_scope.ts";
import { SCOPES } from "../../../domain/scope.ts";

export const grantBody = z.strictObject({
  client_id: z.string(),
  client_name: z.string().nullable(),
  scopes: z.array(z.enum([...new Set([...CONNECTOR_SCOPES, ...SCOPES])])),
  granted_at: z.iso.datetime(),
  calls: z.int().meta({ description: "Number of calls that the connector made" }),
  last_used_at: z.iso.datetime().nullable().meta({ description: "null until the connector has used it" }),
}).meta({ id: "ConnectorGrant" });

/** Returns the JSON body that shows a connector grant. */
export function presentGrant(
  { clientId, clientName, scopes, grantedAt, lastUsedAt, calls = 0 }: ConnectorGrant,
): DeepReadonly<z.input<typeof grantBody>> {
  return {
    client_id: clientId,
    client_name: clientName,
    scopes,
    granted_at: isoTimestamp(grantedAt),
    calls,
    last_used_at: lastUsedAt === null ? null : isoTimestamp(lastUsedAt),
  };
}
