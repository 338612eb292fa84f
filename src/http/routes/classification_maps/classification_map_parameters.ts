import { idParameter } from "../../id_parameter.ts";

/** Schema of the path parameter `map_id`, used by the endpoints for one classification map. */
export const classificationMapParameters = { map_id: idParameter(["map"], "Id of a classification map") };
