import { idsOf } from "./assets/listed_asset.ts";
import type { ComposedAsset } from "./composer.ts";
import { heldHistory } from "./history/held_histories.ts";
import { isList, isObject, type Json } from "./json.ts";
import type { RunDraft } from "./run_draft.ts";

/** Returns the assets of the run that is composed, whatever its source, with what is known of them. */
export function composedAssets({ request, names, held }: RunDraft): readonly ComposedAsset[] {
  const { stocks, funds, prices, returns, moments, scenarios } = request;
  const ids = [
    ...heldHistory(held)?.series.map(({ name }) => name) ?? [],
    ...idsOf(stocks),
    ...idsOf(funds),
    ...namesOf(prices),
    ...namesOf(returns),
    ...listedIn(moments),
    ...listedIn(scenarios),
  ];
  return ids.map((id) => {
    const known = Object.hasOwn(names, id) ? names[id] : undefined;
    return { id, name: known?.name ?? null, sector: known?.sector ?? null };
  });
}

function namesOf(history: Json | undefined): readonly string[] {
  return isObject(history) && isObject(history.series) ? Object.keys(history.series) : [];
}

function listedIn(source: Json | undefined): readonly string[] {
  return isObject(source) && isList(source.assets) ? source.assets.map(String) : [];
}
