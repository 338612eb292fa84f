import { newSecret, type RandomBytes, secretDigest } from "../accounts/secrets.ts";
import type { AuthorizationRequest } from "../domain/connector_authorization.ts";
import type { ConnectorClient } from "../domain/connector_client.ts";
import { type ConnectorScope, DEFAULT_CONNECTOR_SCOPES, readConnectorScopes } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import type { AuthorizationRequestRepository } from "../store/authorization_requests.ts";
import { answerAddress } from "./answer_address.ts";
import { AuthorizationRefused } from "./authorization_refused.ts";
import { connectorResource } from "./connector_resource.ts";
import { findClient, type KnownClients } from "./find_client.ts";
import { isCodeChallenge } from "./proof_key.ts";
import { isRegisteredAddress } from "./redirect_address.ts";

/** Type of the query of the authorization endpoint (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2). */
export interface AuthorizationQuery {
  readonly response_type?: string | undefined;
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly scope?: string | undefined;
  readonly state?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly resource?: string | undefined;
}

export interface AuthorizationParts extends KnownClients {
  readonly authorizationRequests: AuthorizationRequestRepository;
  readonly random: { readonly bytes: RandomBytes };
  readonly config: { readonly publicUrl: string };
}

/** Largest number of characters of the text that a connector gets back with the answer. */
const LONGEST_STATE = 2_048;

/**
 * Checks the request of a connector and returns the address of the page of consent. Throws `invalid_request` if the
 * connector or its redirect address is not known, `AuthorizationRefused` for any other fault, and the errors of
 * `ClientDocuments`.
 */
export async function beginAuthorization(query: AuthorizationQuery, parts: AuthorizationParts): Promise<string> {
  const { authorizationRequests, random, config } = parts;
  const client = query.client_id === undefined ? null : await findClient(query.client_id, parts);
  const redirectAddress = addressOf(query, client);
  const state = query.state ?? null;
  const answer = { redirectAddress, state: state?.slice(0, LONGEST_STATE) ?? null };
  const request = requestOf(query, connectorResource(config.publicUrl));
  if ("error" in request) {
    throw new AuthorizationRefused(request.error_description, answerAddress(answer, { ...request }, config.publicUrl));
  }
  const id = newSecret(random.bytes);
  await authorizationRequests.add(secretDigest(id), { ...request, redirectAddress, state });
  return `${config.publicUrl}/app/connect?request=${id}`;
}

function addressOf({ redirect_uri }: AuthorizationQuery, client: ConnectorClient | null): string {
  if (client === null) {
    throw new DomainError(
      "invalid_request",
      "The assistant is unknown here: remove the connection there and add it anew",
    );
  }
  if (redirect_uri === undefined || !isRegisteredAddress(redirect_uri, client.redirectAddresses)) {
    throw new DomainError("invalid_request", "The redirect_uri is not one that the assistant has registered");
  }
  return redirect_uri;
}

/** Error that a person may bring to the connector with the browser (RFC 6749, 4.1.2.1). */
interface AnsweredError {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_scope" | "invalid_target";
  readonly error_description: string;
}

type CheckedRequest = Omit<AuthorizationRequest, "redirectAddress" | "state" | "expiresAt">;

function requestOf(query: AuthorizationQuery, own: string): CheckedRequest | AnsweredError {
  const { client_id = "", code_challenge = "", state = "", resource = own } = query;
  if (query.response_type !== "code") return told("unsupported_response_type", "response_type must be code");
  if (query.code_challenge_method !== "S256") return told("invalid_request", "code_challenge_method must be S256");
  if (!isCodeChallenge(code_challenge)) return told("invalid_request", "code_challenge must be a SHA-256 in base64url");
  if (state.length > LONGEST_STATE) return told("invalid_request", `state has more than ${LONGEST_STATE} characters`);
  if (resource !== own) return told("invalid_target", `resource must be ${own}`);
  const scopes = scopesOf(query.scope);
  if (scopes === null) return told("invalid_scope", "scope names something that this service does not offer");
  return { clientId: client_id, codeChallenge: code_challenge, resource, scopes };
}

function scopesOf(text: string | undefined): readonly ConnectorScope[] | null {
  const scopes = readConnectorScopes(text ?? "");
  return scopes?.length === 0 ? DEFAULT_CONNECTOR_SCOPES : scopes;
}

function told(error: AnsweredError["error"], detail: string): AnsweredError {
  return { error, error_description: detail };
}
