import { idParameter } from "../../id_parameter.ts";

/** Schema of the path parameter `comparison_id`, used by the endpoints for one saved comparison. */
export const comparisonParameters = { comparison_id: idParameter(["cmp"], "Id of a comparison") };
