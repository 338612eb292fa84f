import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import { UPLOAD_BYTES_AT_MOST } from "../../../domain/upload.ts";
import { receiveUpload } from "../../../jobs/receive_upload.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { presentUpload, uploadBody } from "./upload_body.ts";

export const sendUpload = defineEndpoint({
  method: "PUT",
  path: "/uploads/content/{token}",
  summary: "Send the file of an upload by its signed link",
  description:
    "Answers once the file was read. A file that cannot be read is refused for good, with every fault; the " +
    "pointers are those of a history `{dates, series}`. After a broken connection, without room in the plan or while " +
    "the service is not ready, the same link takes the file again until it ends.",
  credential: "public",
  rateLimit: "download",
  parameters: { token: z.string() },
  takesFile: [
    "text/csv",
    "application/vnd.apache.arrow.file",
    "application/vnd.apache.arrow.stream",
    "application/octet-stream",
  ],
  maxBytes: UPLOAD_BYTES_AT_MOST,
  responses: {
    200: { description: "The upload, ready for runs", body: uploadBody },
    403: problem("link_invalid"),
    404: problem("not_found"),
    409: problem("upload_already_sent", "limit_reached"),
  },
}, async ({ parameters, sentFile }, dependencies) => {
  const { uploadLinks, accounts, clock } = dependencies;
  const address = await uploadLinks.open(parameters.token);
  if (await accounts.find(address.accountId) === null) {
    throw new DomainError("not_found", `Cannot find upload "${address.uploadId}"`);
  }
  const upload = await receiveUpload(dependencies, { ...address, ...sentFile });
  return { status: 200, body: presentUpload(upload, clock.now()) };
});
