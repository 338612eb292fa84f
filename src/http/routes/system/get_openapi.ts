import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import {
  FIXED_DOCUMENT_CODING,
  FIXED_DOCUMENT_HEADERS,
  type FixedAnswer,
  fixedDocument,
} from "../../fixed_document.ts";
import { openApiDocument } from "../../openapi.ts";

/**
 * Makes the endpoint that serves the OpenAPI document of all endpoints, including itself. The document is built on the
 * first request. A client that already has it gets 304.
 */
export function getOpenApi(endpoints: () => Promise<readonly Endpoint[]>): Endpoint {
  let answer: Promise<(request: Headers) => Promise<FixedAnswer>> | null = null;
  return defineEndpoint({
    method: "GET",
    path: "/openapi.json",
    credential: "public",
    rateLimit: "rest",
    summary: "Read this interface as an OpenAPI document",
    responses: {
      200: {
        description: "OpenAPI 3.1",
        media: "application/json",
        headers: FIXED_DOCUMENT_HEADERS,
        optionalHeaders: FIXED_DOCUMENT_CODING,
      },
      304: { description: "The document still has the ETag of If-None-Match", headers: FIXED_DOCUMENT_HEADERS },
    },
  }, async ({ headers }) => {
    answer ??= endpoints().then((all) => fixedDocument(() => openApiDocument(all), { cacheControl: "no-cache" }));
    return await (await answer)(headers);
  });
}
