import { defineEndpoint } from "../../endpoint.ts";
import { pageOf } from "../../pagination.ts";
import { grantBody, presentGrant } from "./grant_body.ts";

export const listGrants = defineEndpoint({
  method: "GET",
  path: "/users/me/mcp-grants",
  summary: "List the AI-assistant connectors that hold a grant",
  description: "All grants are on one page.",
  credential: "session",
  rateLimit: "rest",
  responses: { 200: { description: "Grants, newest first", body: pageOf(grantBody, "ConnectorGrantList") } },
}, async ({ account }, { connectorGrants }) => {
  const grants = await connectorGrants.list(account.id);
  return { status: 200, body: { items: grants.map(presentGrant), next_cursor: null } };
});
