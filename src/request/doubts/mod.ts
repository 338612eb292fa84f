import type { Doubt } from "../../domain/doubt.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import { annualNumberDoubts } from "./annual_number_doubts.ts";
import { borrowFeeDoubts } from "./borrow_fee_doubts.ts";
import { confidenceDoubts } from "./confidence_doubts.ts";
import { conversionDoubts } from "./conversion_doubts.ts";
import { costDoubts } from "./cost_doubts.ts";
import { familyDoubts } from "./family_doubts.ts";
import { holdingDoubts } from "./holding_doubts.ts";
import { momentDoubts } from "./moment_doubts.ts";
import { rateDoubts } from "./rate_doubts.ts";
import { factsOf, type RequestCheck } from "./request_facts.ts";
import { riskLimitDoubts } from "./risk_limit_doubts.ts";
import { scenarioDoubts } from "./scenario_doubts.ts";
import { simulationDoubts } from "./simulation_doubts.ts";
import { unweighedCostDoubts } from "./unweighed_cost_doubts.ts";
import { viewDoubts } from "./view_doubts.ts";
import { weightLimitDoubts } from "./weight_limit_doubts.ts";
import { yearDoubts } from "./year_doubts.ts";

/** Every check of a request's numbers, in the order of their doubts. A new check is one file and one line here. */
const CHECKS: readonly RequestCheck[] = [
  yearDoubts,
  scenarioDoubts,
  momentDoubts,
  rateDoubts,
  annualNumberDoubts,
  viewDoubts,
  weightLimitDoubts,
  riskLimitDoubts,
  confidenceDoubts,
  holdingDoubts,
  costDoubts,
  borrowFeeDoubts,
  simulationDoubts,
  familyDoubts,
  unweighedCostDoubts,
  conversionDoubts,
];

/**
 * Returns the doubts about the numbers of a checked request: those whose size speaks for percent, for another period or
 * for another unit than they are taken in. Nothing of the request is changed.
 */
export function requestDoubts(request: OptimizationRequest): readonly Doubt[] {
  const facts = factsOf(request);
  return CHECKS.flatMap((check) => check(facts));
}
