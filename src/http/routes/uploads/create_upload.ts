import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import { DomainError } from "../../../domain/errors.ts";
import { UPLOAD_BYTES_AT_MOST, UPLOAD_FORMATS, UPLOAD_KINDS } from "../../../domain/upload.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { newUploadBody, presentUpload } from "./upload_body.ts";

export const createUpload = defineEndpoint({
  method: "POST",
  path: "/uploads",
  summary: "Make an upload for a history or for scenarios",
  description:
    "Answers a link that takes one PUT of a file of up to 256 MiB within an hour. Once the upload is ready, " +
    'a run names it in place of a history, `"prices": {"upload": "upl_…"}`, or of scenarios, whose `probabilities` ' +
    "may stand beside it. The history of the file counts as storage of the plan, and so does the aligned history of " +
    "each run that names it, once for all runs that share it. An account has at most 20 uploads.",
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
        "(date32, date64, or timestamps at midnight) and one of numbers for each asset. Scenarios have no column of " +
        "days: a file of them has at most 50,000 rows of plain numbers, 5,000 assets and 50 million numbers",
    }),
    bytes: z.int().min(1).max(UPLOAD_BYTES_AT_MOST).nullable().default(null).meta({
      description:
        "Size of the file, where it is known. A file of another size is then refused. A service may take less than " +
        "256 MiB: `max_bytes` of the answer says how much",
    }),
    name: line(100).nullable().default(null).meta({
      description: "A name to show, and the name of the asset of a file with the fields of one asset",
    }),
  }).meta({ id: "UploadRequest" }),
  responses: {
    201: { description: "The upload, which waits for its file", body: newUploadBody, headers: ["location"] },
    409: problem("limit_reached"),
  },
}, async ({ account, body }, { uploads, uploadLinks, uploadsUnderWay, clock }) => {
  const { bytes, ...said } = body, { mostBytes } = uploadsUnderWay;
  if (bytes !== null && bytes > mostBytes) throw tooLarge(bytes, mostBytes);
  const upload = await uploads.create(account.id, { ...said, announcedBytes: bytes });
  return {
    status: 201,
    headers: { location: `/uploads/${upload.id}` },
    body: {
      ...presentUpload(upload, clock.now()),
      url: await uploadLinks.urlOf(upload),
      max_bytes: bytes ?? mostBytes,
    },
  };
});

function tooLarge(bytes: number, mostBytes: number): DomainError {
  const detail = `Cannot take a file of ${bytes} bytes: this service takes up to ${mostBytes}`;
  return new DomainError("validation_failed", detail, { faults: [{ pointer: "/bytes", detail }] });
}
