import { idParameter } from "../../id_parameter.ts";

/** Path parameter `template_id` of the endpoints for one template. */
export const templateParameters = { template_id: idParameter(["tpl"], "Id of a template") };
