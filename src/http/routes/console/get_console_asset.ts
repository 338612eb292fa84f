import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import { acceptedEncoding } from "../../accepted_encoding.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { assetOf } from "./built_console.ts";

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
  const cached = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };
  const coded = encoding === null ? {} : { "content-encoding": encoding };
  return { status: 200, bytes: asset.bytes, headers: { "content-type": asset.mediaType, ...cached, ...coded } };
});
