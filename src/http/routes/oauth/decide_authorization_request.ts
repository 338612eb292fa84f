import { z } from "zod";
import { decideAuthorization } from "../../../oauth/decide_authorization.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { authorizationRequestId, connectorScope } from "./authorization_request_body.ts";

const decision = z.strictObject({
  scopes: z.array(connectorScope).max(20).meta({
    description: "Scopes that the person allows, some or all of those asked for; none refuses the request",
  }),
}).meta({ id: "AuthorizationDecision" });

const decided = z.strictObject({
  redirect_to: z.string().meta({ description: "Address with which the browser brings the answer to the connector" }),
}).meta({ id: "AuthorizationAnswer" });

export const decideAuthorizationRequest = defineEndpoint({
  method: "POST",
  path: "/oauth/requests/{request_id}/decision",
  summary: "Allow or refuse what a connector asks for",
  description: "Uses up the request.",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  parameters: { request_id: authorizationRequestId },
  body: decision,
  responses: {
    200: { description: "The answer", body: decided },
    404: problem("not_found"),
    409: problem("limit_reached"),
  },
}, async ({ parameters, body, account, principal }, dependencies) => {
  const decision = { accountId: account.id, sessionId: principal.session.id, scopes: body.scopes };
  const address = await decideAuthorization(parameters.request_id, decision, dependencies);
  return { status: 200, body: { redirect_to: address } };
});
