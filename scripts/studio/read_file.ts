import { z } from "zod";
import { DomainError } from "../../src/domain/errors.ts";
import { defineEndpoint, type Endpoint, problem } from "../../src/http/endpoint.ts";
import { UsageError } from "../admin/usage_error.ts";
import type { StudioParts } from "./studio_parts.ts";

/** Returns the endpoint that reads a table in the caller's folder. */
export function readFile({ folder }: StudioParts): Endpoint {
  return defineEndpoint({
    method: "GET",
    path: "/studio/files/{name}",
    credential: "session",
    rateLimit: "none",
    summary: "Read a table in the folder of the studio",
    parameters: { name: z.string() },
    responses: {
      200: { description: "The file", media: "application/octet-stream" },
      404: problem("not_found"),
      413: problem("body_too_large"),
    },
  }, async ({ parameters: { name } }) => {
    const file = await folder.open(name).catch((error: unknown) => {
      throw error instanceof UsageError ? new DomainError("body_too_large", error.message) : error;
    });
    if (file === null) throw new DomainError("not_found", `Cannot find the file "${name}" in the folder of the studio`);
    return { status: 200, bytes: file.readable };
  });
}
