import type { Fault } from "../domain/errors.ts";
import { counted } from "../doubts/sentence_parts.ts";
import type { Alignment } from "../estimation/alignment.ts";
import type { RangeCut } from "../estimation/range_cuts.ts";
import { estimatedPlaces } from "./estimated_places.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

type Request = OptimizationInputs["request"];

/**
 * Returns a fault of each method that estimates from the history, and of the efficient frontier, where one series alone
 * leaves fewer returns than there are assets. Leaving it out must give at least as many returns as other assets: a
 * history that is short for all is not refused. `alignWithout` aligns the history without an asset or the benchmark.
 */
export function tooShortSeriesFaults(
  request: Request,
  { report, cuts }: Pick<Alignment, "report" | "cuts">,
  alignWithout: (name: string) => Pick<Alignment, "report">,
): readonly Fault[] {
  if (report.observations >= report.assets) return [];
  const places = estimatedPlaces(request);
  if (places.length === 0) return [];
  for (const cut of cuts) {
    const { report: without } = alignWithout(cut.name);
    if (without.observations < without.assets) continue;
    return places.map(({ pointer, action }) => ({
      pointer,
      detail: `Cannot ${action} from ${counted(report.observations, "return")} of ${counted(report.assets, "asset")}: ${
        causeOf(cut)
      }, and without it there are ${counted(without.observations, "return")} of ${
        counted(without.assets, "asset")
      }: leave it out, or give it a longer history`,
    }));
  }
  return [];
}

function causeOf({ name, side, date }: RangeCut): string {
  return `"${name}" ${side === "starts_later" ? "starts" : "ends"} on ${date}`;
}
