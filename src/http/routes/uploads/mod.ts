import type { Endpoint } from "../../endpoint.ts";
import { createUpload } from "./create_upload.ts";
import { deleteUpload } from "./delete_upload.ts";
import { getUpload } from "./get_upload.ts";
import { listUploads } from "./list_uploads.ts";
import { sendUpload } from "./send_upload.ts";

export const uploadEndpoints: readonly Endpoint[] = [createUpload, listUploads, getUpload, deleteUpload, sendUpload];
