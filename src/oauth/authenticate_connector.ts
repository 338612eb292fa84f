import { secretDigest } from "../accounts/secrets.ts";
import type { ConnectorScope } from "../domain/connector_scope.ts";
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

/** Throws `missing_scope`, which names every scope that the call needs, unless the connector has all of them. */
export function requireConnectorScopes(
  { access }: Pick<AuthenticatedConnector, "access">,
  needed: readonly ConnectorScope[],
): void {
  if (needed.every((scope) => access.scopes.includes(scope))) return;
  throw new DomainError(
    "missing_scope",
    `The grant of this connector does not allow this: it needs ${needed.join(" ")}`,
  );
}
