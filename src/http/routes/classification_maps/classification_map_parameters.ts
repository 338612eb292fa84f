import { idParameter } from "../../id_parameter.ts";

/** The path parameter of a classification map. */
export const classificationMapParameters = { map_id: idParameter(["map"], "Id of a classification map") };
