import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Refused } from "../../components/refused.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { AssetSearch } from "../new/assets/asset_search.tsx";
import { type LookedUp, lookUp } from "../new/assets/find_assets.ts";
import { type ListedAsset, type Market, MARKETS } from "../new/assets/listed_asset.ts";
import { FIRST_GROUP, type ListEntry } from "./list_draft.ts";
import { writtenEntries } from "./written_entries.ts";

export interface AddToListProps {
  /** Ids of the assets of the list. */
  readonly chosen: ReadonlySet<string>;
  /** Groups of the list, which are offered. */
  readonly groups: readonly string[];
  readonly onAdd: (entries: readonly ListEntry[]) => void;
  readonly onRemove: (id: string) => void;
}

/** Adds assets to a list: one by one from a catalogue, or many that are pasted with their groups. */
export function AddToList({ chosen, groups, onAdd, onRemove }: AddToListProps): JSX.Element {
  const market = useSignal<Market>("IN");
  const group = useSignal("");
  const id = useId();
  const groupOf = (asset: ListedAsset | null): string =>
    group.value.trim() === "" ? asset?.sector ?? FIRST_GROUP : group.value.trim();
  return (
    <section class="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Add assets</h2>
      <Field label="Group of what you add" hint="Empty: its sector, where the exchange tells one">
        {(attributes) => (
          <>
            <input
              {...attributes}
              list={`${id}-groups`}
              autocomplete="off"
              value={group.value}
              onInput={({ currentTarget }) => group.value = currentTarget.value}
            />
            <datalist id={`${id}-groups`}>{groups.map((one) => <option key={one} value={one} />)}</datalist>
          </>
        )}
      </Field>
      <Tabs<Market> label="Market" tabs={MARKETS} chosen={market.value} onChoose={(next) => market.value = next}>
        <div class="stack">
          <AssetSearch
            market={market.value}
            chosen={chosen}
            onToggle={(asset) =>
              chosen.has(asset.id) ? onRemove(asset.id) : onAdd([{ id: asset.id, group: groupOf(asset) }])}
          />
          <PasteEntries market={market.value} groupOf={groupOf} onAdd={onAdd} />
        </div>
      </Tabs>
    </section>
  );
}

/** A line that was pasted and what it turned out to be. */
interface Found extends LookedUp {
  /** Null where none stood beside it. */
  readonly group: string | null;
}

function lineOf({ text, group }: Found): string {
  return group === null ? text : `${text}\t${group}`;
}

interface PasteEntriesProps {
  readonly market: Market;
  /** Returns the group of an asset that was pasted without one; null for a name that no catalogue has. */
  readonly groupOf: (asset: ListedAsset | null) => string;
  readonly onAdd: (entries: readonly ListEntry[]) => void;
}

/** Many assets that are pasted, one a line with its group beside it, and looked up in the catalogue of the market. */
function PasteEntries({ market, groupOf, onAdd }: PasteEntriesProps): JSX.Element {
  const text = useSignal("");
  const done = useSignal(0);
  const missing = useSignal<readonly Found[]>([]);
  const written = writtenEntries(text.value);
  const look = useAction(async () => {
    done.value = 0;
    const { signal } = new AbortController();
    const asked = written.map(({ text }) => ({ text, amount: null }));
    const found = await lookUp(asked, { market, signal, onProgress: (count) => done.value = count });
    const grouped = found.map((one, index): Found => ({ ...one, group: written[index]?.group ?? null }));
    onAdd(
      grouped.flatMap(({ asset, group }) => asset === null ? [] : [{ id: asset.id, group: group ?? groupOf(asset) }]),
    );
    missing.value = grouped.filter(({ asset }) => asset === null);
    text.value = missing.value.map(lineOf).join("\n");
  });
  const take = (one: Found, asset: ListedAsset | null): void => {
    onAdd([{ id: asset?.id ?? one.text, group: one.group ?? groupOf(asset) }]);
    missing.value = missing.value.filter((other) => other !== one);
    text.value = text.value.split("\n").filter((line) => line !== lineOf(one)).join("\n");
  };
  return (
    <div class="stack">
      <Field
        label="Or paste them"
        hint="Tickers, ISINs or codes, one a line, and beside each its group after a tab or a comma"
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={4}
            spellcheck={false}
            // What is left of the text replaces it after the look-up.
            readOnly={look.isRunning}
            value={text.value}
            onInput={({ currentTarget }) => text.value = currentTarget.value}
          />
        )}
      </Field>
      <div class="row">
        <Button disabled={written.length === 0} isRunning={look.isRunning} onClick={() => void look.run()}>
          {written.length === 0 ? "Look up and add" : `Look up and add ${written.length}`}
        </Button>
      </div>
      {look.isRunning
        ? <Waiting phase={`Looked up ${done.value} of ${written.length}`} share={done.value / written.length} />
        : null}
      {look.refusal === null ? null : <Refused refusal={look.refusal} onRetry={() => void look.run()} />}
      {missing.value.length === 0 ? null : (
        <ul class="missing" aria-label="Not found">
          {missing.value.map((one) => (
            <li key={one.text}>
              <span class="fault">
                <bdi>{one.text}</bdi> is not in this market
              </span>
              <span class="row">
                {one.near.map((asset) => (
                  <Button key={asset.id} kind="quiet" onClick={() => take(one, asset)}>
                    {asset.id} <bdi>{asset.name}</bdi>
                  </Button>
                ))}
                <Button kind="quiet" onClick={() => take(one, null)}>Take it as the name of own prices</Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
