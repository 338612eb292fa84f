import { idParameter } from "../../id_parameter.ts";

/** The path parameter of a template. */
export const templateParameters = { template_id: idParameter(["tpl"], "Id of a template") };
