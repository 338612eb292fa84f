import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { openApiDocument } from "../../openapi.ts";

/**
 * Makes the endpoint that serves the OpenAPI document of all endpoints, including itself. The document is built on the
 * first request.
 */
export function getOpenApi(endpoints: () => readonly Endpoint[]): Endpoint {
  let text: string | null = null;
  return defineEndpoint({
    method: "GET",
    path: "/openapi.json",
    credential: "public",
    rateLimit: "rest",
    summary: "Read this interface as an OpenAPI document",
    responses: { 200: { description: "OpenAPI 3.1", media: "application/json" } },
  }, () => {
    text ??= JSON.stringify(openApiDocument(endpoints()));
    return { status: 200, bytes: text, headers: { "cache-control": "public, max-age=60" } };
  });
}
