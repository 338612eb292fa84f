import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../src/http/endpoint.ts";
import type { StudioParts } from "./studio_parts.ts";

const MOST_FILES = 200;

const fileList = z.strictObject({
  folder: z.string(),
  total: z.int(),
  items: z.array(z.strictObject({ name: z.string(), bytes: z.int() })),
});

/** Returns the endpoint that lists the tables in the caller's folder, the first 200 by their names. */
export function listFiles({ folder }: StudioParts): Endpoint {
  return defineEndpoint({
    method: "GET",
    path: "/studio/files",
    credential: "session",
    rateLimit: "none",
    summary: "List the tables in the folder of the studio",
    responses: { 200: { description: "The tables", body: fileList } },
  }, async () => {
    const files = await folder.files();
    return { status: 200, body: { folder: folder.path, total: files.length, items: files.slice(0, MOST_FILES) } };
  });
}
