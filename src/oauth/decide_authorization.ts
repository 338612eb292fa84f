import { secretDigest } from "../accounts/secrets.ts";
import type { ConnectorClient } from "../domain/connector_client.ts";
import type { AuthorizationRequest } from "../domain/connector_authorization.ts";
import { commonScopes, type ConnectorScope } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { answerAddress } from "./answer_address.ts";
import type { AuthorizationParts } from "./begin_authorization.ts";
import { newConnectorToken } from "./connector_token_text.ts";
import { findClient } from "./find_client.ts";

/** A request of a connector and the connector itself, which a person sees before they decide. */
export interface ShownRequest {
  readonly client: ConnectorClient;
  readonly request: AuthorizationRequest;
}

/** Returns the request with this id. Throws `not_found` if it is unknown, too old or decided. */
export async function showAuthorization(
  requestId: string,
  parts: AuthorizationParts,
): Promise<ShownRequest> {
  const request = await parts.authorizationRequests.get(secretDigest(requestId));
  const client = await findClient(request.clientId, parts);
  if (client === null) throw new DomainError("not_found", "Cannot find this assistant: begin again there");
  return { client, request };
}

/** Type of a person's decision: the scopes that they allow, none to refuse, and the session in which they decide. */
export interface Decision {
  readonly accountId: AccountId;
  readonly sessionId: string;
  readonly scopes: readonly ConnectorScope[];
}

/**
 * Carries out a person's decision about the request of a connector, and returns the address with which the browser
 * brings the answer to the connector. Throws `not_found`, and `validation_failed` for a scope that the connector has
 * not asked for.
 */
export async function decideAuthorization(
  requestId: string,
  { accountId, sessionId, scopes }: Decision,
  parts: AuthorizationParts,
): Promise<string> {
  const { authorizationRequests, random, config } = parts;
  const digest = secretDigest(requestId);
  const { client, request } = await showAuthorization(requestId, parts);
  if (scopes.length === 0) {
    const denied = await authorizationRequests.deny(digest);
    const answer = { error: "access_denied", error_description: "The person did not allow it" };
    return answerAddress(denied, answer, config.publicUrl);
  }
  refuseOtherScopes(scopes, request);
  const code = newConnectorToken("code", random.bytes);
  const allowed = await authorizationRequests.allow(digest, accountId, {
    sessionId,
    clientName: client.name,
    scopes: commonScopes(scopes, request.scopes),
    codeDigest: secretDigest(code),
  });
  return answerAddress(allowed, { code }, config.publicUrl);
}

function refuseOtherScopes(scopes: readonly ConnectorScope[], request: AuthorizationRequest): void {
  const faults = scopes.flatMap((scope, index) => {
    if (request.scopes.includes(scope)) return [];
    return [{ pointer: `/scopes/${index}`, detail: `The assistant has not asked for ${scope}` }];
  });
  const [first] = faults;
  if (first !== undefined) throw new DomainError("validation_failed", first.detail, { faults });
}
