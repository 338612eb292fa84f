import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { Button } from "../../../components/button.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { toast } from "../../../components/toasts.tsx";
import { fieldOf } from "../../../field_of.ts";
import { IS_STUDIO } from "../../../studio/is_studio.ts";
import { faultOf, placeId, useComposer } from "../composer.ts";
import { useRunDraft } from "../draft_of_run.ts";
import { heldHistory, holdHistory } from "../history/held_histories.ts";
import { HistoryTable } from "../history/history_table.tsx";
import { PriceFile } from "../history/price_file.tsx";
import { HoldingsFile } from "../holdings/holdings_file.tsx";
import { isObject, type JsonObject } from "../json.ts";
import { AssetPaste } from "./asset_paste.tsx";
import { AssetSearch } from "./asset_search.tsx";
import {
  type AddedAsset,
  withAssets,
  withHistory,
  withHoldings,
  withoutAsset,
  withoutAssets,
} from "./change_assets.ts";
import { BeginHere } from "./begin_here.tsx";
import { ChosenAssets } from "./chosen_assets.tsx";
import { idsOf, type Market, marketOf, MARKETS } from "./listed_asset.ts";

type Way = "search" | "paste" | "file" | "holdings";

const WAYS: readonly { readonly key: Way; readonly title: string }[] = [
  { key: "search", title: "Search" },
  { key: "paste", title: "Paste a list" },
  { key: "file", title: "Own prices" },
  { key: "holdings", title: "My holdings" },
];

export interface AssetsSectionProps {
  /** Whether the browser has not kept the file of prices that the run is of. */
  readonly isFileLost: boolean;
}

/** The assets of the run, by every way in which people have them. */
export function AssetsSection({ isFileLost }: AssetsSectionProps): JSX.Element {
  const composer = useComposer();
  const draft = useRunDraft();
  const { query } = useLocation();
  const way = useSignal<Way>(WAYS.find(({ key }) => key === query.way)?.key ?? (IS_STUDIO ? "file" : "search"));
  const wanted = useSignal<Market>("IN");
  const { request, held } = draft.value.value;
  const history = heldHistory(held);
  const taken = marketOf(request);
  const market = taken ?? wanted.value;
  const chosen = new Set([...idsOf(request.stocks), ...idsOf(request.funds)]);
  const change = (next: typeof draft.value.value, said: string): void => {
    const before = draft.value.value;
    draft.value.value = next;
    toast(said, () => draft.value.value = before);
  };
  const add = (added: readonly AddedAsset[]): void => {
    draft.value.value = withAssets(draft.value.value, added);
  };
  const remove = (id: string): void => {
    draft.value.value = withoutAsset(draft.value.value, id);
  };
  const fault = ["stocks", "funds", "prices", "returns", "moments", "scenarios"]
    .map((field) => faultOf(composer, [field])).find((one) => one !== null);
  const isLost = isFileLost && composer.assets.value.length === 0;
  const namesUpload = [request.prices, request.returns].some((one) => isObject(one) && one.upload !== undefined);
  return (
    <div class="stack" id={placeId(["stocks"])}>
      <Tabs<Way>
        label="Ways to add assets"
        tabs={WAYS}
        chosen={way.value}
        onChoose={(next) => way.value = next}
      >
        {way.value === "file"
          ? <PriceFile onRead={(history) => draft.value.value = withHistory(draft.value.value, holdHistory(history))} />
          : way.value === "holdings"
          ? (
            <HoldingsFile
              onTake={(field, { assets, starting_portfolio, positions }) => {
                const names = positions.map(({ asset, name }) => [asset, { name, sector: null }] as const);
                const next = withHoldings(draft.value.value, field, {
                  assets: assets.map((asset): JsonObject => ({ ...asset })),
                  starting_portfolio,
                  names: Object.fromEntries(names),
                });
                change(next, `The run starts from ${assets.length} ${field}`);
              }}
              onPaste={() => way.value = "paste"}
            />
          )
          : (
            <>
              <MarketChoice
                market={market}
                taken={taken}
                onChoose={(next) => {
                  if (taken !== null) {
                    change(withoutAssets(draft.value.value), "The assets of the other market were removed");
                  }
                  wanted.value = next;
                }}
              />
              {way.value === "search"
                ? (
                  <AssetSearch
                    market={market}
                    chosen={chosen}
                    onToggle={(asset) => chosen.has(asset.id) ? remove(asset.id) : add([{ asset, amount: null }])}
                  />
                )
                : <AssetPaste text={fieldOf(draft.value, "pasted")} market={market} onAdd={add} />}
            </>
          )}
      </Tabs>
      {fault === undefined ? null : <p class="fault">{fault}</p>}
      {isLost ? <p class="fault" role="alert">The browser has not kept the file of prices: choose it again</p> : null}
      {namesUpload
        ? (
          <p class="fault" role="alert">
            The request is of an uploaded file, whose assets this form cannot show: choose the file again
          </p>
        )
        : null}
      {history !== null
        ? (
          <HistoryTable
            history={history}
            onRemove={() => change(withoutAssets(draft.value.value), "The file was removed")}
          />
        )
        : composer.assets.value.length === 0
        ? <BeginHere onOpenHoldings={() => way.value = "holdings"} />
        : (
          <ChosenAssets
            onRemove={remove}
            onClear={() => change(withoutAssets(draft.value.value), "All assets were removed")}
          />
        )}
    </div>
  );
}

interface MarketChoiceProps {
  readonly market: Market;
  /** Market of the assets that are chosen; null while none is. */
  readonly taken: Market | null;
  readonly onChoose: (market: Market) => void;
}

/** The market in which assets are looked for. The assets of a run are all of one market. */
function MarketChoice({ market, taken, onChoose }: MarketChoiceProps): JSX.Element {
  return (
    <div class="row market-choice" role="group" aria-label="Market">
      {MARKETS.map(({ key, title }) => (
        <Button
          key={key}
          kind={key === market ? "plain" : "quiet"}
          pressed={key === market}
          onClick={() => {
            if (key !== market) onChoose(key);
          }}
        >
          {title}
        </Button>
      ))}
      {taken === null ? null : <span class="hint">The assets of a run are of one market.</span>}
    </div>
  );
}
