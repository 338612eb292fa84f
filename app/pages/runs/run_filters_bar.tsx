import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { answered, api } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/select_field.tsx";
import { TextField } from "../../components/text_field.tsx";
import { wordsOf } from "../../format/words_of.ts";
import { loadable, useLoaded, WORDS_AGAIN_MS } from "../../loaded.ts";
import { MARKET_NAMES } from "../new/assets/listed_asset.ts";
import { families } from "../run/catalogue.ts";
import type { Job } from "../run/job_events.ts";
import { type FilterName, type RunFilters, withFilter } from "./run_filters.ts";

/** The tags of the account, with the number of runs that have each. */
export const tags = loadable(async (_key, signal) => (await answered(api.GET("/analytics/tags", { signal }))).items, {
  looksAgainMs: WORDS_AGAIN_MS,
});

/** Milliseconds after the last letter at which the list is searched. */
const SEARCH_AFTER_MS = 250;

const STATUSES: readonly Job["status"][] = ["queued", "running", "uploading", "succeeded", "failed", "cancelled"];
const MARKETS: Readonly<Record<Job["market"], string>> = {
  IN: MARKET_NAMES.IN.many,
  MF: MARKET_NAMES.MF.many,
  US: MARKET_NAMES.US.many,
  CUSTOM: "Own data",
};
const MODES: Readonly<Record<Job["mode"], string>> = { construct: "From cash", rebalance: "From holdings" };

/** Returns what a market is called in the history. */
export function marketName(market: Job["market"]): string {
  return MARKETS[market];
}

export interface RunFiltersBarProps {
  readonly filters: RunFilters;
  readonly onFilter: (filters: RunFilters) => void;
}

/** The fields by which runs are found: a part of the name, the state, a tag, and what a run is about. */
export function RunFiltersBar({ filters, onFilter }: RunFiltersBarProps): JSX.Element {
  const known = useLoaded(tags).value ?? [];
  const rules = useLoaded(families).value?.families ?? [];
  const chosen = filters.tag?.toLowerCase();
  const others = chosen === undefined || known.some(({ tag }) => tag === chosen)
    ? []
    : [{ value: chosen, label: chosen }];
  const choice = (
    name: FilterName,
    label: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ): JSX.Element => (
    <SelectField
      label={label}
      value={{
        get value() {
          return filters[name] ?? "";
        },
        set value(next) {
          onFilter(withFilter(filters, name, next));
        },
      }}
      options={[{ value: "", label: "All" }, ...options]}
    />
  );
  return (
    <search class="run-filters" aria-label="Runs">
      <SearchField text={filters.search ?? ""} onSearch={(text) => onFilter(withFilter(filters, "search", text))} />
      {choice("status", "State", STATUSES.map((value) => ({ value, label: wordsOf(value) })))}
      {choice("tag", "Tag", [...others, ...known.map(({ tag, runs }) => ({ value: tag, label: `${tag} (${runs})` }))])}
      {choice("market", "Assets", optionsOf(MARKETS))}
      {choice("mode", "Starts", optionsOf(MODES))}
      {choice("constraints", "Rules", [
        { value: "none", label: "Without rules" },
        ...rules.map(({ id, name }) => ({ value: id, label: name })),
      ])}
      {Object.keys(filters).length === 0
        ? null
        : <Button kind="quiet" onClick={() => onFilter({})}>Take all filters away</Button>}
    </search>
  );
}

function optionsOf(
  names: Readonly<Record<string, string>>,
): readonly { readonly value: string; readonly label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

/** The field for a part of the name, which searches after a moment. */
function SearchField(
  { text, onSearch }: { readonly text: string; readonly onSearch: (text: string) => void },
): JSX.Element {
  const typed = useSignal(text), searched = useRef(text);
  useEffect(() => {
    // What was searched here comes back as the text, when more letters may have been typed.
    if (text !== searched.current) typed.value = searched.current = text;
  }, [text]);
  useEffect(() => {
    if (typed.value.trim() === text) return;
    const timer = setTimeout(() => {
      searched.current = typed.value.trim();
      onSearch(typed.value);
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return <TextField label="Search names" type="search" value={typed} />;
}
