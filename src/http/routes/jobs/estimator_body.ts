import type { z } from "zod";
import { COVARIANCES } from "../../../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../../estimation/expected_returns/mod.ts";
import { documentedAs } from "../../documented_as.ts";
import { variantType } from "./variant_type.ts";

/** An estimator of expected returns with its parameters beside it, as it is documented. */
export const expectedReturnsBody: z.ZodUnknown = documentedAs(
  variantType(EXPECTED_RETURNS, { name: "ExpectedReturnsEstimator", kind: "ExpectedReturns", by: "estimator" }),
  "input",
);

/** An estimator of the covariance matrix with its parameters beside it, as it is documented. */
export const covarianceBody: z.ZodUnknown = documentedAs(
  variantType(COVARIANCES, { name: "CovarianceEstimator", kind: "Covariance", by: "estimator" }),
  "input",
);
