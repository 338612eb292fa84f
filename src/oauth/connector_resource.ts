/**
 * Returns the address of the service for connectors (RFC 8707), the one resource for which this authorization server
 * makes tokens. `publicUrl` is the origin of the service, which is the issuer too.
 */
export function connectorResource(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}
