import type { Catalogue, DescribedMethod } from "./catalogue.ts";
import { withAssets } from "./assets/change_assets.ts";
import type { ListedAsset } from "./assets/listed_asset.ts";
import type { JsonObject } from "./json.ts";
import { EMPTY_DRAFT, type RunDraft } from "./run_draft.ts";

/** Assets and methods of the sample. */
const MOST_ASSETS = 12, MOST_METHODS = 4;

/**
 * Returns a run to begin with, in place of another draft: shares of as many sectors as there are, and the methods to
 * begin with.
 */
export function sampleRun(
  universe: readonly ListedAsset[],
  { catalogue, before }: { readonly catalogue: Catalogue; readonly before: RunDraft },
): RunDraft {
  const bySector = Map.groupBy(universe, ({ sector }) => sector ?? "");
  const rounds = Math.ceil(MOST_ASSETS / Math.max(1, bySector.size));
  const assets = Array.from(
    { length: rounds },
    (_, round) => [...bySector.values()].flatMap((shares) => shares.slice(round, round + 1)),
  ).flat().slice(0, MOST_ASSETS);
  const draft = withAssets({ ...EMPTY_DRAFT, pasted: before.pasted }, assets.map((asset) => ({ asset, amount: null })));
  return { ...draft, request: { name: "Sample portfolio", ...draft.request, methods: firstMethods(catalogue, {}) } };
}

interface MethodToBeginWith
  extends Pick<DescribedMethod, "id" | "group" | "needs_benchmark" | "needs_starting_portfolio"> {
  readonly parameters: readonly { readonly required: boolean }[];
  /** Ids of the families of rules that it keeps. */
  readonly enforces: readonly string[];
}

/** What the catalogue says of methods and of the families of rules that they keep. */
interface FirstMethodsOf {
  readonly requirements: { readonly methods: readonly MethodToBeginWith[] };
  readonly capability: { readonly families: readonly { readonly id: string }[] };
}

/**
 * Returns the ids of methods to begin with: of several groups the first that needs nothing more than prices, keeps most
 * families of rules and keeps all of those that the run has rules of.
 */
export function firstMethods(
  { requirements: { methods }, capability: { families } }: FirstMethodsOf,
  rules: JsonObject,
): readonly string[] {
  const ruled = families.filter(({ id }) => Object.hasOwn(rules, id));
  const simple = methods.filter(({ enforces, ...method }) =>
    !method.needs_benchmark && !method.needs_starting_portfolio &&
    method.parameters.every(({ required }) => !required) &&
    enforces.length > families.length / 2 && ruled.every(({ id }) => enforces.includes(id))
  );
  const firsts = [...Map.groupBy(simple, ({ group }) => group).values()].flatMap((members) => members.slice(0, 1));
  return firsts.slice(0, MOST_METHODS).map(({ id }) => id);
}
