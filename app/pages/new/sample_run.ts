import type { Catalogue } from "./catalogue.ts";
import { withAssets } from "./assets/change_assets.ts";
import type { ListedAsset } from "./assets/listed_asset.ts";
import { EMPTY_DRAFT, type RunDraft } from "./run_draft.ts";

/** Assets and methods of the sample. */
const MOST_ASSETS = 12, MOST_METHODS = 4;

/**
 * Returns a run to begin with: shares of as many sectors as there are, and of several groups the first method that
 * needs nothing more than prices.
 */
export function sampleRun(universe: readonly ListedAsset[], { requirements }: Catalogue): RunDraft {
  const bySector = Map.groupBy(universe, ({ sector }) => sector ?? "");
  const rounds = Math.ceil(MOST_ASSETS / Math.max(1, bySector.size));
  const assets = Array.from(
    { length: rounds },
    (_, round) => [...bySector.values()].flatMap((shares) => shares.slice(round, round + 1)),
  ).flat().slice(0, MOST_ASSETS);
  const draft = withAssets(EMPTY_DRAFT, assets.map((asset) => ({ asset, amount: null })));
  return { ...draft, request: { name: "Sample portfolio", ...draft.request, methods: firstMethods(requirements) } };
}

/** Returns the ids of methods to begin with: of several groups the first that needs nothing more than prices. */
export function firstMethods({ methods }: Catalogue["requirements"]): readonly string[] {
  const simple = methods.filter((method) =>
    !method.needs_benchmark && !method.needs_starting_portfolio &&
    method.parameters.every(({ required }) => !required)
  );
  const firsts = [...Map.groupBy(simple, ({ group }) => group).values()].flatMap((members) => members.slice(0, 1));
  return firsts.slice(0, MOST_METHODS).map(({ id }) => id);
}
