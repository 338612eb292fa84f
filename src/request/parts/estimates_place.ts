import { z } from "zod";
import { ASSETS_INSIDE, COVARIANCE_FILE } from "../../domain/artifact.ts";

/** Schema of the field `estimates` of a request: whether the result itself holds a large covariance matrix. */
export const estimatesPlace = z.enum(["standard", "full"]).default("standard").meta({
  description:
    `Whether the covariance matrix of more than ${ASSETS_INSIDE} assets is in the file \`${COVARIANCE_FILE}\` ` +
    "(`standard`) or in the result itself (`full`)",
});
