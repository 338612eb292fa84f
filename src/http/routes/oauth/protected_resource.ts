import { z } from "zod";
import { resourceMetadata } from "../../../oauth/server_metadata.ts";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";

const words = z.array(z.string());

const metadata = z.strictObject({
  resource: z.string(),
  authorization_servers: words,
  scopes_supported: words,
  bearer_methods_supported: words,
  resource_name: z.string(),
}).meta({ id: "ProtectedResource" });

/** Endpoints of the metadata of the resource of connectors, at the address with its path and at the one without. */
export const protectedResource: readonly Endpoint[] = [
  metadataAt("/.well-known/oauth-protected-resource/mcp"),
  metadataAt("/.well-known/oauth-protected-resource"),
];

function metadataAt(path: `/${string}`): Endpoint {
  return defineEndpoint({
    method: "GET",
    path,
    summary: "Read which authorization server makes the tokens of connectors",
    credential: "public",
    rateLimit: "rest",
    responses: { 200: { description: "Metadata of the protected resource (RFC 9728)", body: metadata } },
  }, (_input, { config }) => ({
    status: 200,
    body: resourceMetadata(config.publicUrl),
    headers: { "cache-control": "public, max-age=300" },
  }));
}
