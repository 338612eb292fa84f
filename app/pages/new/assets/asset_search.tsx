import { useSignal } from "@preact/signals";
import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useId } from "preact/hooks";
import { asRefusal, type Refusal } from "../../../refusal.ts";
import { foundAssets } from "./find_assets.ts";
import { addedByEnter, type FoundBy, isFoundBy } from "./found_by.ts";
import type { ListedAsset, Market } from "./listed_asset.ts";

export interface AssetSearchProps {
  readonly market: Market;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (asset: ListedAsset) => void;
}

/** Milliseconds after the last letter at which a search of the service begins. */
const SEARCH_AFTER_MS = 180;

const EXAMPLES: Readonly<Record<Market, string>> = {
  IN: "Ticker, ISIN or name of a share",
  MF: "Scheme code, ISIN or name of a fund",
  US: "Symbol or name of a share or ETF",
};

/** A search field whose results are added to the run by Enter or a click, many one after the other. */
export function AssetSearch({ market, chosen, onToggle }: AssetSearchProps): JSX.Element {
  const id = useId();
  const text = useSignal("");
  const found = useSignal<FoundBy | null>(null);
  const active = useSignal(0);
  const isOpen = useSignal(false);
  const refusal = useSignal<Refusal | null>(null);
  useEffect(() => search(text.value, market, { found, refusal, active }), [text.value, market]);
  // Hits of the text before stay in sight while the next ones are searched, but none of another market.
  const items = found.value?.market === market ? found.value.assets : null;
  const isShown = isOpen.value && text.value.trim() !== "" && items !== null;
  const isCurrent = isFoundBy(found.value, { text: text.value, market });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Escape") isOpen.value = false;
    if (event.key === "Enter") event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!isShown) {
      if (step !== 0) isOpen.value = true;
      return;
    }
    const added = addedByEnter(found.value, { text: text.value, market, active: active.value }, chosen);
    if (event.key === "Enter" && added !== null) {
      onToggle(added);
      // What is typed next is another search.
      event.currentTarget.select();
    }
    if (step === 0 || items.length === 0) return;
    event.preventDefault();
    active.value = (active.value + step + items.length) % items.length;
    document.getElementById(`${id}-${active.value}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div class="asset-search">
      <input
        type="search"
        class="control"
        role="combobox"
        list={undefined}
        aria-label={EXAMPLES[market]}
        placeholder={EXAMPLES[market]}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && items.length > 0 ? `${id}-${active.value}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          isOpen.value = true;
        }}
        onFocus={() => isOpen.value = true}
        onBlur={() => isOpen.value = false}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Assets found" aria-multiselectable="true" hidden={!isShown}>
        {items?.map((asset, index) => (
          <li
            key={asset.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen.has(asset.id)}
            data-active={index === active.value || undefined}
            onPointerDown={(event) => {
              // The focus stays in the field, so that one can go on typing.
              event.preventDefault();
              active.value = index;
              onToggle(asset);
            }}
          >
            <span class="option-id">{asset.id}</span>
            <bdi>{asset.name}</bdi>
            <span class="muted">{asset.sector}</span>
            <span class="option-state" aria-hidden="true">{chosen.has(asset.id) ? "✓ added" : "add"}</span>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {refusal.value !== null
          ? refusal.value.message
          : isShown && !isCurrent
          ? "Searching …"
          : isShown && items.length === 0
          ? `Nothing is called "${text.value.trim()}" in this list`
          : isShown
          ? `${items.length} found: Enter adds the marked one`
          : "Type to search; press s anywhere on this page to come here"}
      </p>
    </div>
  );
}

interface SearchState {
  readonly found: { value: FoundBy | null };
  readonly refusal: { value: Refusal | null };
  readonly active: { value: number };
}

/** Searches after a moment. Returns what ends the search when another one begins. */
function search(text: string, market: Market, { found, refusal, active }: SearchState): () => void {
  const leaving = new AbortController();
  const timer = setTimeout(async () => {
    try {
      const assets = await foundAssets(market, text, leaving.signal);
      if (leaving.signal.aborted) return;
      found.value = { text, market, assets };
      refusal.value = null;
      active.value = 0;
    } catch (error) {
      if (leaving.signal.aborted) return;
      refusal.value = asRefusal(error);
      found.value = null;
    }
  }, market === "IN" ? 0 : SEARCH_AFTER_MS);
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
}
