import type { Doubt } from "../../domain/doubt.ts";
import { scenarioLength } from "../../doubts/kinds/scenario_length.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Notes that scenarios count as days, where the request does not say how long they are. */
export function scenarioDoubts({ request, periods }: RequestFacts): readonly Doubt[] {
  const { history, frequency, periods_per_year } = request;
  if (history?.kind !== "scenarios" || frequency !== "daily" || periods_per_year !== undefined) return [];
  return [scenarioLength.about([], { periods_per_year: periods })];
}
