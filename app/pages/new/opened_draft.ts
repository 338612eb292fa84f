import { answered, api } from "../../api.ts";
import { marketsOfList } from "../lists/assets_of_list.ts";
import { withoutAssets } from "./assets/change_assets.ts";
import { indianShares } from "./assets/find_assets.ts";
import { listOfMarket } from "./assets/listed_asset.ts";
import type { Catalogue } from "./catalogue.ts";
import { withMethodsOfRun } from "./methods_of_run.ts";
import { type OpenedRequest, requestOfRun, requestOfTemplate } from "./opened_request.ts";
import { draftOfRequest, type RunDraft } from "./run_draft.ts";
import { sampleRun } from "./sample_run.ts";
import { startedRequest } from "./start_of_run.ts";

/** What an address asks the form of a run to be filled in with. */
export interface Opening {
  /** Id of a run. */
  readonly from?: string;
  /** Weights from which the run starts in place of those of the request, as JSON. */
  readonly start?: string;
  /** Id of a template. */
  readonly template?: string;
  /** Id of a saved list of assets, with the market of those that are wanted. */
  readonly list?: string;
  readonly market?: string;
  /** Anything, for a sample portfolio. */
  readonly sample?: string;
}

/** Returns whether an address asks for something. */
export function asksForDraft({ from, template, list, sample }: Opening): boolean {
  return [from, template, list, sample].some((one) => one !== undefined);
}

/**
 * Returns the draft that an address asks for, and what the form shows with it; null where that is not there any more.
 * Throws a `Refusal` where the service refuses.
 */
export async function openedDraft(
  { from, start, template, list, market }: Opening,
  { before, catalogue }: { readonly before: RunDraft; readonly catalogue: Catalogue },
): Promise<{ readonly said: string; readonly draft: RunDraft } | null> {
  if (list !== undefined) return await draftOfList(list, market ?? null, before);
  if (from === undefined && template === undefined) {
    const shares = await indianShares(new AbortController().signal);
    return { said: "a sample portfolio", draft: sampleRun(shares, { catalogue, before }) };
  }
  const opened: OpenedRequest | null = from === undefined
    ? await requestOfTemplate(template ?? "")
    : await requestOfRun(from);
  if (opened === null) return null;
  const request = startedRequest(opened.request, start);
  const picked = request === opened.request ? "" : ", which starts from the portfolio that you picked";
  const draft = draftOfRequest(withMethodsOfRun(request), before);
  return { said: `the request of "${opened.title}"${picked}`, draft };
}

/** Returns the draft that was there before with the assets of a saved list in place of its own. */
async function draftOfList(
  id: string,
  market: string | null,
  before: RunDraft,
): Promise<{ readonly said: string; readonly draft: RunDraft } | null> {
  const { items } = await answered(api.GET("/classification-maps"));
  const list = items.find(({ map_id }) => map_id === id);
  const markets = marketsOfList(Object.keys(list?.map ?? {}));
  const chosen = markets.find((one) => one.market === market) ?? markets[0];
  if (list === undefined || chosen === undefined) return null;
  const rest = withoutAssets(before);
  const request = { ...rest.request, [listOfMarket(chosen.market)]: chosen.entries };
  const names = { ...rest.names, ...await namesOf(new Set(chosen.market === "IN" ? chosen.ids : [])) };
  return { said: `the assets of the list "${list.name}"`, draft: { ...rest, request, names } };
}

/** Returns the names and sectors of Indian shares. */
async function namesOf(ids: ReadonlySet<string>): Promise<RunDraft["names"]> {
  if (ids.size === 0) return {};
  // Names are only shown, so that a list can be used also while the exchanges cannot be read.
  const shares = await indianShares(new AbortController().signal).catch(() => []);
  return Object.fromEntries(
    shares.filter(({ id }) => ids.has(id)).map(({ id, name, sector }) => [id, { name, sector }] as const),
  );
}
