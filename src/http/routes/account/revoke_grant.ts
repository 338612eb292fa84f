import { z } from "zod";
import { LONGEST_CONNECTOR_ID } from "../../../domain/connector_grant.ts";
import { defineEndpoint } from "../../endpoint.ts";

const query = z.strictObject({
  client_id: z.string().min(1).max(LONGEST_CONNECTOR_ID).meta({
    description: "Id of the connector: an HTTPS URL, or any other text",
  }),
});

export const revokeGrant = defineEndpoint({
  method: "DELETE",
  path: "/users/me/mcp-grants",
  summary: "Revoke the grant of an AI-assistant connector",
  description:
    "Its tokens are refused from the next request on. The answer is the same if the connector holds no grant.",
  credential: "session",
  rateLimit: "rest",
  query,
  responses: { 204: { description: "The connector holds no grant" } },
}, async ({ account, query }, { connectorGrants }) => {
  await connectorGrants.revoke(account.id, query.client_id);
  return { status: 204 };
});
