import type { AssetId } from "../domain/asset.ts";
import { counted } from "../doubts/sentence_parts.ts";
import type { Method } from "../optimization/methods/method.ts";
import { chosenEstimators } from "../request/parts/estimators.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

type Request = OptimizationInputs["request"];

/**
 * Returns why a method cannot choose weights from the assets that take part in a rebalance: there are too few, or its
 * parameters, a view or the benchmark name another. Null if it can. `request` has only the assets that take part.
 */
export function whyNotTakingPart(
  request: Request,
  { method, choice, trainWindow }: {
    readonly method: Method;
    readonly choice: MethodChoice;
    readonly trainWindow: number;
  },
): string | null {
  const { assets } = request;
  if (assets.length === 0) return `No asset has all ${trainWindow} returns of the train window`;
  const { assets: needed, benchmark } = method.needs(choice.parameters);
  if (assets.length < needed) {
    return `The method needs ${needed} assets, and ${counted(assets.length, "asset")} can take part`;
  }
  const [fault] = [...method.check?.(choice.parameters, { assets }) ?? [], ...viewFaults(request)];
  if (fault !== undefined) return fault.detail;
  const isCompared = benchmark || Object.hasOwn(choice.constraints ?? request.constraints, "tracking_error");
  const absent = isCompared ? absentFromBenchmark(request) : undefined;
  return absent === undefined ? null : `The benchmark has "${absent}", which does not take part`;
}

/** Returns the faults of views on an asset that does not take part: without it they would say something else. */
function viewFaults(request: Request): readonly { readonly detail: string }[] {
  return chosenEstimators(request).flatMap(({ estimator, parameters }) =>
    (estimator.check?.(parameters, request.assets) ?? []).filter(({ pointer }) => pointer.startsWith("/views"))
  );
}

function absentFromBenchmark({ assets, benchmark }: Request): string | undefined {
  const known = new Set<AssetId | string>(assets);
  const names = benchmark?.kind === "asset"
    ? [benchmark.asset]
    : benchmark?.kind === "weights"
    ? Object.keys(benchmark.weights).filter((name) => benchmark.weights[name] !== 0)
    : [];
  return names.find((name) => !known.has(name));
}
