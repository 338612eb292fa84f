import { z } from "zod";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { Constraints } from "../parts/constraints.ts";
import { ruleSetsOf } from "./rule_sets.ts";

/** Type of an annual number of a request that limits or aims at a return or a volatility. */
export interface AnnualNumber {
  readonly pointer: string;
  readonly value: number;
  readonly of: "return" | "volatility" | "tracking_error";
}

const shape = z.object({
  min_return: z.number().optional(),
  tracking_error: z.object({ max: z.number() }).optional(),
  risk_limits: z.array(z.object({ measure: z.string(), max: z.number() })).optional(),
});

/** Returns the annual numbers of a request by which returns and volatilities are limited or aimed at. */
export function annualNumbersIn(request: OptimizationRequest): readonly AnnualNumber[] {
  return [
    ...ruleSetsOf(request).flatMap(({ constraints, pointer }) => ofRules(constraints, pointer)),
    ...ofMethods(request.methods, "/methods"),
    ...request.rolling_backtest === undefined || request.rolling_backtest.methods === request.methods
      ? []
      : ofMethods(request.rolling_backtest.methods, "/rolling_backtest/methods"),
  ];
}

function ofRules(constraints: Constraints, pointer: string): readonly AnnualNumber[] {
  const { min_return: least, tracking_error: error, risk_limits: limits = [] } = shape.safeParse(constraints).data ??
    {};
  return [
    ...least === undefined ? [] : [{ pointer: `${pointer}/min_return`, value: least, of: "return" as const }],
    ...error === undefined
      ? []
      : [{ pointer: `${pointer}/tracking_error/max`, value: error.max, of: "tracking_error" as const }],
    ...limits.flatMap(({ measure, max }, i) =>
      measure === "volatility"
        ? [{ pointer: `${pointer}/risk_limits/${i}/max`, value: max, of: "volatility" as const }]
        : []
    ),
  ];
}

const TARGETS = [["target_return", "return"], ["target_volatility", "volatility"]] as const;

function ofMethods(methods: OptimizationRequest["methods"], base: string): readonly AnnualNumber[] {
  return methods.flatMap(({ parameters }, i) =>
    TARGETS.flatMap(([name, of]) => {
      const value = parameters[name];
      return typeof value === "number" ? [{ pointer: `${base}/${i}/${name}`, value, of }] : [];
    })
  );
}
