import { idParameter } from "../../id_parameter.ts";

/** Schema of the path parameter `upload_id`, used by the endpoints for one upload. */
export const uploadParameters = { upload_id: idParameter(["upl"], "Id of an upload") };
