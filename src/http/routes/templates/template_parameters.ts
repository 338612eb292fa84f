import { idParameter } from "../../id_parameter.ts";

/** Schema of the path parameter `template_id`, used by the endpoints for one saved template. */
export const templateParameters = { template_id: idParameter(["tpl"], "Id of a template") };
