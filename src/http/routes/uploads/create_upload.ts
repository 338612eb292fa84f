import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import { UPLOAD_BYTES_AT_MOST, UPLOAD_FORMATS, UPLOAD_KINDS } from "../../../domain/upload.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { newUploadBody, presentUpload } from "./upload_body.ts";

export const createUpload = defineEndpoint({
  method: "POST",
  path: "/uploads",
  summary: "Make an upload for a history",
  description:
    "Answers a link that takes one PUT of a file of up to 256 MiB within an hour. Once the upload is ready, " +
    'a run names it in place of a history: `"prices": {"upload": "upl_…"}`. The history of the file counts as storage ' +
    "of the plan, and so does the aligned history of each run that names it, once for all runs that share it. An " +
    "account has at most 20 uploads.",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "submission",
  body: z.strictObject({
    kind: z.enum(UPLOAD_KINDS).meta({
      description: "What the file holds: the field of a run that may name the upload",
    }),
    format: z.enum(UPLOAD_FORMATS).default("csv").meta({
      description:
        "`csv` is text of one column of days and one for each asset, as `deno task optimize --prices` reads " +
        "it; `arrow` is the file or stream format of Apache Arrow without compression, with one column of days " +
        "(date32, date64, or timestamps at midnight) and one of numbers for each asset",
    }),
    bytes: z.int().min(1).max(UPLOAD_BYTES_AT_MOST).nullable().default(null).meta({
      description: "Size of the file, where it is known. A file of another size is then refused",
    }),
    name: line(100).nullable().default(null).meta({
      description: "A name to show, and the name of the asset of a file with the fields of one asset",
    }),
  }).meta({ id: "UploadRequest" }),
  responses: {
    201: { description: "The upload, which waits for its file", body: newUploadBody, headers: ["location"] },
    409: problem("limit_reached"),
  },
}, async ({ account, body }, { uploads, uploadLinks, clock }) => {
  const { bytes, ...said } = body;
  const upload = await uploads.create(account.id, { ...said, announcedBytes: bytes });
  return {
    status: 201,
    headers: { location: `/uploads/${upload.id}` },
    body: {
      ...presentUpload(upload, clock.now()),
      url: await uploadLinks.urlOf(upload),
      max_bytes: bytes ?? UPLOAD_BYTES_AT_MOST,
    },
  };
});
