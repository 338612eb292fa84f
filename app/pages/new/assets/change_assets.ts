import { isList, isObject, type JsonObject } from "../json.ts";
import type { RunDraft } from "../run_draft.ts";
import { idsOf, type ListedAsset, listOfMarket, marketOf } from "./listed_asset.ts";

/** An asset that is added to a run, with what is held of it, where that is known. */
export interface AddedAsset {
  readonly asset: ListedAsset;
  readonly amount: number | null;
}

/** Fields of a request that say what its assets are. */
const SOURCES = ["stocks", "funds", "prices", "returns", "moments", "scenarios"] as const;

/**
 * Returns a draft with more assets. Assets of another market, or a history of the caller's own, make way for them.
 * Amounts become the weights of the starting portfolio: shares of their sum.
 */
export function withAssets(draft: RunDraft, added: readonly AddedAsset[]): RunDraft {
  const [first] = added;
  if (first === undefined) return draft;
  const { market } = first.asset, field = listOfMarket(market);
  const { request } = marketOf(draft.request) === market && draft.held === null ? draft : withoutAssets(draft);
  const before = isList(request[field]) ? request[field] : [], known = new Set(idsOf(before));
  const fresh = added.filter(({ asset }) => asset.market === market && !known.has(asset.id));
  const names = {
    ...draft.names,
    ...Object.fromEntries(added.map(({ asset: { id, name, sector }, amount }) => {
      return [id, { name, sector, ...amount === null ? {} : { amount } }] as const;
    })),
  };
  const list = [...before, ...fresh.map(({ asset }) => asset.entry)];
  const held = added.some(({ amount }) => amount !== null) ? heldWeights(idsOf(list), names) : {};
  return { ...draft, request: { ...request, [field]: list, ...held }, names };
}

/** Returns the starting portfolio of assets of which some have amounts: shares of the sum of the amounts. */
function heldWeights(ids: readonly string[], names: RunDraft["names"]): { readonly starting_portfolio?: JsonObject } {
  const amounts = ids.flatMap((id) => {
    const amount = Object.hasOwn(names, id) ? names[id]?.amount : undefined;
    return amount === undefined ? [] : [[id, amount] as const];
  });
  const sum = amounts.reduce((total, [, amount]) => total + amount, 0);
  if (!(sum > 0)) return {};
  return { starting_portfolio: Object.fromEntries(amounts.map(([id, amount]) => [id, amount / sum])) };
}

/** Returns a draft without an asset: in its list, in what is held and in the rules of single assets. */
export function withoutAsset(draft: RunDraft, id: string): RunDraft {
  const { stocks, funds, ...rest } = draft.request;
  const lists = Object.entries({ stocks, funds }).flatMap(([field, list]) => {
    if (!isList(list)) return [];
    const ids = idsOf(list), left = list.filter((_, index) => ids[index] !== id);
    return left.length === 0 ? [] : [[field, left] as const];
  });
  const held = rest.starting_portfolio;
  const left = isObject(held) ? Object.entries(held).filter(([asset]) => asset !== id) : null;
  const { starting_portfolio: _, ...others } = rest;
  return {
    ...draft,
    request: {
      ...others,
      ...Object.fromEntries(lists),
      ...left === null || left.length === 0 ? {} : { starting_portfolio: Object.fromEntries(left) },
    },
  };
}

/** Returns a draft without any assets, and without what is held of them. */
export function withoutAssets(draft: RunDraft): RunDraft {
  const left = Object.entries(draft.request).filter(([field]) =>
    field !== "starting_portfolio" && !SOURCES.some((source) => source === field)
  );
  return { ...draft, request: Object.fromEntries(left), held: null };
}

/** Returns a draft of a history of the caller's own, in place of the assets that it had. */
export function withHistory(draft: RunDraft, held: string): RunDraft {
  return { ...withoutAssets(draft), held };
}

/** Returns a draft that starts from the holdings of a statement: its assets, and what is held of each. */
export function withHoldings(
  draft: RunDraft,
  field: "stocks" | "funds",
  { assets, starting_portfolio, names }: {
    readonly assets: readonly JsonObject[];
    readonly starting_portfolio: Readonly<Record<string, number>>;
    readonly names: RunDraft["names"];
  },
): RunDraft {
  const rest = withoutAssets(draft);
  return {
    ...rest,
    request: { ...rest.request, [field]: assets, starting_portfolio },
    names: { ...rest.names, ...names },
  };
}
