import { defineEndpoint, problem } from "../../endpoint.ts";
import { presentUpload, uploadBody } from "./upload_body.ts";
import { uploadParameters } from "./upload_parameters.ts";

export const getUpload = defineEndpoint({
  method: "GET",
  path: "/uploads/{upload_id}",
  summary: "Show an upload",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  parameters: uploadParameters,
  responses: { 200: { description: "The upload", body: uploadBody }, 404: problem("not_found") },
}, async ({ account, parameters }, { uploads, clock }) => {
  const upload = await uploads.get(account.id, parameters.upload_id);
  return { status: 200, body: presentUpload(upload, clock.now()) };
});
