import { secretDigest } from "../accounts/secrets.ts";
import { DomainError } from "../domain/errors.ts";
import type { AuthenticatedConnector, ConnectorTokenRepository } from "../store/connector_tokens.ts";
import { connectorResource } from "./connector_resource.ts";
import { isConnectorToken } from "./connector_token_text.ts";

/**
 * Returns the account and access behind the access token that a connector sends to the resource of connectors. Throws
 * `token_invalid` for any other credential, such as an API key, an access token of a session or a refresh token, and
 * for a token that has expired or whose grant was revoked.
 */
export async function authenticateConnector(
  token: string,
  { connectorTokens, config }: {
    readonly connectorTokens: ConnectorTokenRepository;
    readonly config: { readonly publicUrl: string };
  },
): Promise<AuthenticatedConnector> {
  const found = isConnectorToken("access", token) ? await connectorTokens.authenticate(secretDigest(token)) : null;
  if (found === null || found.access.resource !== connectorResource(config.publicUrl)) {
    throw new DomainError("token_invalid", "The token is no valid access token of a connector: refresh it");
  }
  return found;
}

/** Whether the connector that authenticated with a token may still do what it began, however old the token is now. */
export function isConnectorHeld(
  token: string,
  connector: AuthenticatedConnector,
  { connectorTokens }: { readonly connectorTokens: ConnectorTokenRepository },
): Promise<boolean> {
  return connectorTokens.isHeld(secretDigest(token), connector);
}
