import { z } from "zod";
import { backtestPart, submittedBacktest } from "../../../request/parts/backtest.ts";
import { documentedAs } from "../../documented_as.ts";
import { configMethodBody, methodBody } from "../jobs/method_body.ts";

const submitted = submittedBacktest.extend({
  methods: z.array(z.union([z.string(), methodBody])).min(1).max(20).optional().meta({
    description: "Keys of the run's methods, ids, or methods with their parameters; the run's methods if absent",
  }),
});

/**
 * Documented schema of the body of POST /runs/{run_id}/backtest. It checks nothing: `submitBacktest` checks the body
 * and reports every fault at once.
 */
export const backtestRequestBody: z.ZodUnknown = documentedAs(submitted.meta({ id: "BacktestRequest" }), "input");

/** Documented schema of the backtest config that is stored, made from the request body. */
export const backtestConfig = backtestPart.schema.extend({ methods: z.array(configMethodBody) });
