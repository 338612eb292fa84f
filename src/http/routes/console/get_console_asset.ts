import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import { acceptedEncoding } from "../../accepted_encoding.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { assetOf } from "./built_console.ts";

/**
 * Content security policy of a script that runs as a worker, which has the policy of its own answer and not that of its
 * page: it may load further scripts of this service, and send nothing anywhere.
 */
const POLICY = "default-src 'none'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const getConsoleAsset = defineEndpoint({
  method: "GET",
  path: "/app/assets/{name}",
  credential: "public",
  rateLimit: "rest",
  summary: "Read a script or style of the console",
  description: "The name contains a digest of the content, so an answer never changes.",
  parameters: { name: z.string() },
  responses: {
    200: {
      description: "The file",
      media: "*/*",
      headers: ["content-type", "cache-control", "vary"],
      optionalHeaders: { "content-encoding": "br, where Accept-Encoding asks for it" },
    },
    404: problem("not_found"),
  },
}, async ({ parameters, headers }) => {
  const encoding = acceptedEncoding(headers.get("accept-encoding"), ["br"]);
  const asset = await assetOf(parameters.name, encoding);
  if (asset === null) throw new DomainError("not_found", "Cannot find this file: load the page again");
  const policy = { "content-security-policy": POLICY };
  const cached = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };
  const coded = encoding === null ? {} : { "content-encoding": encoding };
  return {
    status: 200,
    bytes: asset.bytes,
    headers: { "content-type": asset.mediaType, ...cached, ...coded, ...policy },
  };
});
