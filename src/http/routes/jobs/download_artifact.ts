import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import { downloadAnswer } from "../../download.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";

const FILE_HEADERS = ["content-type", "content-disposition", "etag", "accept-ranges"] as const;

export const downloadArtifact = defineEndpoint({
  method: "GET",
  path: "/downloads/{token}",
  credential: "public",
  rateLimit: "download",
  summary: "Download an artifact by its signed link",
  description:
    "Takes Range, If-Range, If-None-Match and Accept-Encoding: JSON, CSV and SVG may come compressed, a range never. " +
    "A link is valid for 15 minutes. A refusal is a page where the request accepts text/html.",
  parameters: { token: z.string() },
  isCompressed: true,
  refusals: {
    title: "Cannot open the file",
    advice:
      "A link to a file is valid for 15 minutes. Whoever shared it can make a new one on the page of the run, in " +
      'its tab Files. Your own runs are <a href="/app/runs">in your account</a>.',
    isToBrowsersAlone: true,
  },
  responses: {
    200: {
      description: "The file",
      media: "*/*",
      headers: FILE_HEADERS,
      optionalHeaders: {
        "content-length": "For all files except those over 256 KiB that are compressed while they are sent",
      },
    },
    206: {
      description: "The requested bytes",
      media: "*/*",
      headers: [...FILE_HEADERS, "content-length", "content-range"],
      optionalHeaders: { vary: "accept-encoding, for a file that may be compressed" },
    },
    304: { description: "The file still has the ETag of If-None-Match", headers: ["etag"] },
    403: problem("link_invalid"),
    404: problem("not_found"),
    416: problem("range_not_satisfiable"),
    503: problem("not_ready"),
  },
}, async ({ parameters, headers }, { accounts, filesOnDemand, signedUrls }) => {
  const { accountId, jobId, name } = await signedUrls.open(parameters.token);
  const account = await accounts.find(accountId);
  const artifact = account && await filesOnDemand.find(accountId, jobId, name);
  if (artifact === null) throw new DomainError("not_found", `Cannot find "${name}" of run "${jobId}"`);
  return await downloadAnswer(artifact, headers);
});
