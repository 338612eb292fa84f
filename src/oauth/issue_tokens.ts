import { newSecret, type RandomBytes, secretDigest } from "../accounts/secrets.ts";
import type { AuthorizationCode } from "../domain/connector_authorization.ts";
import { type ConnectorScope, readConnectorScopes } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import type { ConnectorTokenRepository } from "../store/connector_tokens.ts";
import type { AuthenticatedClient } from "./authenticate_client.ts";
import { connectorResource } from "./connector_resource.ts";
import { isConnectorToken, newConnectorToken, nextRefreshToken } from "./connector_token_text.ts";
import { verifiesChallenge } from "./proof_key.ts";

/** Type of the form of the token endpoint (RFC 6749, 4.1.3 and 6; RFC 7636, 4.5; RFC 8707, 2), without the client. */
export interface TokenForm {
  readonly grant_type?: string | undefined;
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
}

/** Tokens of a connector, which are shown once. */
export interface ConnectorTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly ConnectorScope[];
}

export interface TokenParts {
  readonly connectorTokens: ConnectorTokenRepository;
  readonly random: { readonly bytes: RandomBytes };
  readonly config: { readonly publicUrl: string };
}

/**
 * Issues tokens to a connector for a code or a refresh token. Throws `invalid_request` for a field that is missing,
 * `unsupported_grant_type`, `invalid_target` for another resource, `invalid_scope`, and `invalid_grant` for a code or
 * token that does not fit the request; if it was used before, that error is a `TokenReused`.
 */
export async function issueTokens(
  form: TokenForm,
  client: AuthenticatedClient,
  parts: TokenParts,
): Promise<ConnectorTokens> {
  const own = connectorResource(parts.config.publicUrl);
  if (form.resource !== undefined && form.resource !== own) {
    throw new DomainError("invalid_target", `The resource must be ${own}`);
  }
  switch (form.grant_type) {
    case "authorization_code":
      return await exchangeCode(form, client, parts);
    case "refresh_token":
      return await refreshTokens(form, client, parts);
    case undefined:
      throw missing("grant_type");
    default:
      throw new DomainError("unsupported_grant_type", "The grant_type must be authorization_code or refresh_token");
  }
}

async function exchangeCode(
  { code, redirect_uri, code_verifier, resource }: TokenForm,
  client: AuthenticatedClient,
  { connectorTokens, random }: TokenParts,
): Promise<ConnectorTokens> {
  if (code === undefined) throw missing("code");
  if (redirect_uri === undefined) throw missing("redirect_uri");
  if (code_verifier === undefined) throw missing("code_verifier");
  if (!isConnectorToken("code", code)) throw doesNotFit();
  const check = (known: AuthorizationCode): void => {
    const isOfRequest = known.clientId === client.id && known.redirectAddress === redirect_uri;
    if (!isOfRequest || !verifiesChallenge(code_verifier, known.codeChallenge)) throw doesNotFit();
    if (resource !== undefined && resource !== known.resource) {
      throw new DomainError("invalid_target", "The resource is not the one for which the code was made");
    }
  };
  const accessToken = newConnectorToken("access", random.bytes);
  const refreshToken = newConnectorToken("refresh", random.bytes);
  const scopes = await connectorTokens.exchange(secretDigest(code), {
    check,
    accessDigest: secretDigest(accessToken),
    refreshDigest: secretDigest(refreshToken),
  });
  return { accessToken, refreshToken, scopes };
}

async function refreshTokens(
  { refresh_token: presented, scope }: TokenForm,
  client: AuthenticatedClient,
  { connectorTokens, random }: TokenParts,
): Promise<ConnectorTokens> {
  if (presented === undefined) throw missing("refresh_token");
  if (!isConnectorToken("refresh", presented)) throw doesNotFit();
  const asked = scope === undefined ? null : readConnectorScopes(scope);
  if (scope !== undefined && asked === null) {
    throw new DomainError("invalid_scope", "The scope names something that this service does not offer");
  }
  const accessToken = newConnectorToken("access", random.bytes);
  const { scopes, nonce } = await connectorTokens.refresh(secretDigest(presented), {
    clientId: client.id,
    scopes: asked,
    accessDigest: secretDigest(accessToken),
    nonce: newSecret(random.bytes),
    digestOfNext: (nonce) => secretDigest(nextRefreshToken(presented, nonce)),
  });
  return { accessToken, refreshToken: nextRefreshToken(presented, nonce), scopes };
}

function missing(name: string): DomainError {
  return new DomainError("invalid_request", `The field ${name} is missing`);
}

function doesNotFit(): DomainError {
  return new DomainError(
    "invalid_grant",
    "The code or token is unknown, too old, or not for this request: begin again",
  );
}
