import { defineEndpoint, problem } from "../../endpoint.ts";
import { uploadParameters } from "./upload_parameters.ts";

export const deleteUpload = defineEndpoint({
  method: "DELETE",
  path: "/uploads/{upload_id}",
  summary: "Delete an upload",
  description:
    "Runs that name the upload, also those that still wait, have their own aligned history and need it no more.",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "rest",
  parameters: uploadParameters,
  responses: { 204: { description: "The upload is gone" }, 404: problem("not_found") },
}, async ({ account, parameters }, { uploads }) => {
  await uploads.delete(account.id, parameters.upload_id);
  return { status: 204 };
});
