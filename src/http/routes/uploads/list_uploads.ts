import { defineEndpoint } from "../../endpoint.ts";
import { pageOf } from "../../pagination.ts";
import { presentUpload, uploadBody } from "./upload_body.ts";

export const listUploads = defineEndpoint({
  method: "GET",
  path: "/uploads",
  summary: "List uploads",
  description: "All uploads are on one page.",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  responses: { 200: { description: "Uploads, newest first", body: pageOf(uploadBody, "UploadList") } },
}, async ({ account }, { uploads, clock }) => {
  const found = await uploads.list(account.id), now = clock.now();
  return { status: 200, body: { items: found.map((upload) => presentUpload(upload, now)), next_cursor: null } };
});
