import { z } from "zod";
import { backtestPart } from "../../../request/parts/backtest.ts";
import { documentedAs } from "../../documented_as.ts";
import { configMethodBody, methodBody } from "../jobs/method_body.ts";

const submitted = backtestPart.schema.extend({
  methods: z.array(z.union([z.string(), methodBody])).min(1).max(20).optional().meta({
    description: "Keys of the run's methods, ids, or methods with their parameters; the run's methods if absent",
  }),
});

/** The body of POST /runs/{run_id}/backtest as it is documented: `submitBacktest` tells every fault of it at once. */
export const backtestRequestBody: z.ZodUnknown = documentedAs(submitted.meta({ id: "BacktestRequest" }), "input");

/** What is stored of it, as it is documented. */
export const backtestConfig = backtestPart.schema.extend({ methods: z.array(configMethodBody) });
