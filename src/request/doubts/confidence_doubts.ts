import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import { lowConfidence } from "../../doubts/kinds/low_confidence.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { RequestFacts } from "./request_facts.ts";
import { ruleSetsOf } from "./rule_sets.ts";

/** Confidence below which the share of the tail is meant. */
const LEAST = 0.5;
const limits = z.object({ risk_limits: z.array(z.object({ confidence: z.number().optional() })) });

/** Doubts confidences of tail measures below one half. Confidences in views may be anything from 0 to 1. */
export function confidenceDoubts({ request }: RequestFacts): readonly Doubt[] {
  const { methods, efficient_frontier: frontier, monte_carlo: simulation, rolling_backtest: backtest } = request;
  const own = backtest === undefined || backtest.methods === methods ? [] : backtest.methods;
  const sent: readonly (readonly [string, unknown])[] = [
    ...ofMethods(methods, "/methods"),
    ...ofMethods(own, "/rolling_backtest/methods"),
    ...ruleSetsOf(request).flatMap(({ constraints, pointer }) =>
      (limits.safeParse(constraints).data?.risk_limits ?? []).map(({ confidence }, i) =>
        [`${pointer}/risk_limits/${i}/confidence`, confidence] as const
      )
    ),
    [
      "/efficient_frontier/confidence",
      frontier && Object.entries(frontier).find(([name]) => name === "confidence")?.[1],
    ],
    ["/monte_carlo/confidence", simulation?.confidence],
  ];
  return sent.flatMap(([pointer, confidence]) =>
    typeof confidence === "number" && confidence < LEAST
      ? [lowConfidence.about([], { pointer, confidence, meant: Number((1 - confidence).toPrecision(12)) })]
      : []
  );
}

function ofMethods(methods: OptimizationRequest["methods"], base: string): readonly (readonly [string, unknown])[] {
  return methods.map(({ parameters }, i) => [`${base}/${i}/confidence`, parameters.confidence] as const);
}
