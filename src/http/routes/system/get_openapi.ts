import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { openApiDocument } from "../../openapi.ts";

/**
 * Makes the endpoint that serves the OpenAPI document of all endpoints, including itself. The document is built on the
 * first request.
 */
export function getOpenApi(endpoints: () => Promise<readonly Endpoint[]>): Endpoint {
  let text: Promise<string> | null = null;
  return defineEndpoint({
    method: "GET",
    path: "/openapi.json",
    credential: "public",
    rateLimit: "rest",
    summary: "Read this interface as an OpenAPI document",
    responses: { 200: { description: "OpenAPI 3.1", media: "application/json" } },
  }, async () => {
    text ??= endpoints().then((all) => JSON.stringify(openApiDocument(all)));
    return { status: 200, bytes: await text, headers: { "cache-control": "public, max-age=60" } };
  });
}
