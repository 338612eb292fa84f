import { idParameter } from "../../id_parameter.ts";

/** Path parameter `comparison_id` of the endpoints for one comparison. */
export const comparisonParameters = { comparison_id: idParameter(["cmp"], "Id of a comparison") };
