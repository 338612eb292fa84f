import { showAuthorization } from "../../../oauth/decide_authorization.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import {
  authorizationRequestBody,
  authorizationRequestId,
  presentAuthorizationRequest,
} from "./authorization_request_body.ts";

export const getAuthorizationRequest = defineEndpoint({
  method: "GET",
  path: "/oauth/requests/{request_id}",
  summary: "Read what a connector asks for",
  credential: "session",
  rateLimit: "rest",
  parameters: { request_id: authorizationRequestId },
  responses: {
    200: { description: "The request", body: authorizationRequestBody },
    404: problem("not_found"),
  },
}, async ({ parameters }, dependencies) => {
  const shown = await showAuthorization(parameters.request_id, dependencies);
  return { status: 200, body: presentAuthorizationRequest(shown) };
});
