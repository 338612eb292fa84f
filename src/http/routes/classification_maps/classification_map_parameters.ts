import { idParameter } from "../../id_parameter.ts";

/** Path parameter `map_id` of the endpoints for one classification map. */
export const classificationMapParameters = { map_id: idParameter(["map"], "Id of a classification map") };
