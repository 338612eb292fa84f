import type { Dependencies } from "../../dependencies.ts";
import { CONNECTOR_SCOPES } from "../../domain/connector_scope.ts";
import { DomainError } from "../../domain/errors.ts";
import { authenticateConnector } from "../../oauth/authenticate_connector.ts";
import type { ConnectorPrincipal } from "../principal.ts";
import { RefusalWithHeaders, statusOf, UNAUTHORIZED } from "../problem.ts";
import { bearerOf } from "./authenticate.ts";

type Sources = Pick<Dependencies, "connectorTokens" | "config">;

/**
 * Authenticates the connector that sends a request by `Authorization: Bearer`. Throws an error of status 401, whose
 * `WWW-Authenticate` names the metadata of the resource (RFC 9728) and every scope, of which the person chooses at the
 * consent, and `not_ready`, without one, where the store is away.
 */
export async function authenticateConnectorRequest(headers: Headers, sources: Sources): Promise<ConnectorPrincipal> {
  try {
    const token = bearerOf(headers.get("authorization"));
    if (token === null) throw new DomainError("credentials_missing", "The access token of a connector is needed");
    return { kind: "connector", ...await authenticateConnector(token, sources) };
  } catch (error) {
    const isOfCredential = error instanceof DomainError && statusOf(error.code) === UNAUTHORIZED;
    throw isOfCredential ? withChallenge(error, sources) : error;
  }
}

/** Returns the refusal of a connector whose grant ended while the service answered. */
export function grantEnded(sources: Pick<Sources, "config">): DomainError {
  return withChallenge(new DomainError("token_invalid", "The grant of this connector has ended"), sources);
}

function withChallenge({ code, message }: DomainError, sources: Pick<Sources, "config">): RefusalWithHeaders {
  const fault = code === "credentials_missing" ? {} : { error: "invalid_token" };
  const challenge = connectorChallenge({ ...fault, scope: CONNECTOR_SCOPES.join(" ") }, sources);
  return new RefusalWithHeaders(code, message, { "www-authenticate": challenge });
}

/** Returns a `WWW-Authenticate` header of the resource of connectors with the given parameters. */
export function connectorChallenge(
  parameters: Readonly<Record<string, string>>,
  { config }: Pick<Dependencies, "config">,
): string {
  const all = { ...parameters, resource_metadata: `${config.publicUrl}/.well-known/oauth-protected-resource/mcp` };
  return `Bearer ${Object.entries(all).map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}
