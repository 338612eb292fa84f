import type { z } from "zod";
import { COVARIANCES } from "../../../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../../estimation/expected_returns/mod.ts";
import { documentedAs } from "../../documented_as.ts";
import { variantType } from "./variant_type.ts";

/** Documented schema of an estimator of expected returns, with its parameters beside its name. */
export const expectedReturnsBody: z.ZodUnknown = documentedAs(
  variantType(EXPECTED_RETURNS, { name: "ExpectedReturnsEstimator", kind: "ExpectedReturns", by: "estimator" }),
  "input",
);

/** Documented schema of an estimator of the covariance matrix, with its parameters beside its name. */
export const covarianceBody: z.ZodUnknown = documentedAs(
  variantType(COVARIANCES, { name: "CovarianceEstimator", kind: "Covariance", by: "estimator" }),
  "input",
);
