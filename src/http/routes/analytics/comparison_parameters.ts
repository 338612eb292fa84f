import { idParameter } from "../../id_parameter.ts";

/** The path parameter of a comparison. */
export const comparisonParameters = { comparison_id: idParameter(["cmp"], "Id of a comparison") };
