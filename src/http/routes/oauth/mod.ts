import { beginAuthorization } from "./begin_authorization.ts";
import { decideAuthorizationRequest } from "./decide_authorization_request.ts";
import { getAuthorizationRequest } from "./get_authorization_request.ts";
import { getAuthorizationServer } from "./get_authorization_server.ts";
import { issueTokens } from "./issue_tokens.ts";
import { protectedResource } from "./protected_resource.ts";
import { registerConnector } from "./register_connector.ts";
import { revokeToken } from "./revoke_token.ts";

/** List of the endpoints of the authorization server for connectors. */
export const oauthEndpoints = [
  getAuthorizationServer,
  ...protectedResource,
  registerConnector,
  beginAuthorization,
  getAuthorizationRequest,
  decideAuthorizationRequest,
  issueTokens,
  revokeToken,
];
