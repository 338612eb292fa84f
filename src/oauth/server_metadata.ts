import { CLIENT_PROOFS } from "../domain/connector_client.ts";
import { CONNECTOR_SCOPES } from "../domain/connector_scope.ts";
import { connectorResource } from "./connector_resource.ts";

/** Metadata of the authorization server (RFC 8414), as the service shows them. */
export interface ServerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint: string;
  readonly registration_endpoint: string;
  readonly scopes_supported: readonly string[];
  readonly response_types_supported: readonly string[];
  readonly response_modes_supported: readonly string[];
  readonly grant_types_supported: readonly string[];
  readonly token_endpoint_auth_methods_supported: readonly string[];
  readonly revocation_endpoint_auth_methods_supported: readonly string[];
  readonly code_challenge_methods_supported: readonly string[];
  readonly authorization_response_iss_parameter_supported: boolean;
  readonly client_id_metadata_document_supported: boolean;
  readonly protected_resources: readonly string[];
}

/** Returns the metadata of the authorization server. `publicUrl` is the origin of the service. */
export function serverMetadata(publicUrl: string): ServerMetadata {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    scopes_supported: CONNECTOR_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: CLIENT_PROOFS,
    revocation_endpoint_auth_methods_supported: CLIENT_PROOFS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [connectorResource(publicUrl)],
  };
}

/** Metadata of the resource of connectors (RFC 9728), as the service shows them. */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly string[];
  readonly resource_name: string;
}

/** Returns the metadata of the resource of connectors. `publicUrl` is the origin of the service. */
export function resourceMetadata(publicUrl: string): ResourceMetadata {
  return {
    resource: connectorResource(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: CONNECTOR_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Portfolio Optimization Service",
  };
}
