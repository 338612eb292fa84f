import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useAction } from "../../../action.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FirstRows } from "../../../components/first_rows.tsx";
import { Refused } from "../../../components/refused.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import type { Held } from "../../../field_of.ts";
import { type LookedUp, lookUp } from "./find_assets.ts";
import type { ListedAsset, Market } from "./listed_asset.ts";
import { pastedAssets } from "./pasted_assets.ts";

/** Texts without an asset that are shown at first. */
const FIRST_MISSING = 50;

export interface AssetPasteProps {
  /** What is typed or pasted and not looked up yet. */
  readonly text: Held<string>;
  readonly market: Market;
  /** Adds assets to the run, with what is held of each where the list says it. */
  readonly onAdd: (assets: readonly { readonly asset: ListedAsset; readonly amount: number | null }[]) => void;
}

/** A list of tickers, ISINs or names that is pasted and looked up. What is not found has near matches beside it. */
export function AssetPaste({ text, market, onAdd }: AssetPasteProps): JSX.Element {
  const done = useSignal(0);
  const results = useSignal<readonly LookedUp[] | null>(null);
  const running = useRef(new AbortController());
  const written = useMemo(() => pastedAssets(text.value), [text.value]);
  const look = useAction(async () => {
    const sent = text.value;
    done.value = 0;
    running.current = new AbortController();
    const { signal } = running.current;
    const found = await lookUp(written, { market, signal, onProgress: (count) => done.value = count });
    onAdd(found.flatMap(({ asset, amount }) => asset === null ? [] : [{ asset, amount }]));
    results.value = found;
    // Where another part of the form was opened in the meantime, the text may be another one by now.
    if (text.value === sent) text.value = found.flatMap((one) => one.asset === null ? [lineOf(one)] : []).join("\n");
  });
  const missing = results.value?.filter(({ asset }) => asset === null) ?? [];
  const found = results.value?.length ?? 0;
  const take = (one: LookedUp, asset: ListedAsset): void => {
    onAdd([{ asset, amount: one.amount }]);
    results.value = results.value?.map((other) => other === one ? { ...one, asset } : other) ?? null;
    text.value = text.value.split("\n").filter((line) => line !== lineOf(one)).join("\n");
  };
  return (
    <div class="asset-paste">
      <Field
        label="Tickers, ISINs, codes or names"
        hint="One a line, or apart by commas. A number beside a name is what is held of it, in money or as a weight."
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={5}
            spellcheck={false}
            // What is left of the text replaces it after the look-up.
            readOnly={look.isRunning}
            value={text.value}
            onInput={({ currentTarget }) => text.value = currentTarget.value}
          />
        )}
      </Field>
      <div class="row">
        <Button
          disabled={written.length === 0}
          isRunning={look.isRunning}
          onClick={() => void look.run()}
        >
          {written.length === 0 ? "Look up and add" : `Look up and add ${written.length}`}
        </Button>
      </div>
      {look.isRunning
        ? <Waiting phase={`Looked up ${done.value} of ${written.length}`} share={done.value / written.length} />
        : null}
      {look.refusal === null ? null : <Refused refusal={look.refusal} onRetry={() => void look.run()} />}
      <div role="status">
        {results.value === null || look.isRunning ? null : (
          <p class="hint">
            {missing.length === 0
              ? `All ${found} were found and added.`
              : `${found - missing.length} of ${found} added.`}
          </p>
        )}
      </div>
      {missing.length === 0 ? null : (
        <FirstRows rows={missing} first={FIRST_MISSING} of="that were not found">
          {(shown) => (
            <ul class="missing" aria-label="Not found">
              {shown.map((one) => (
                <li key={one.text}>
                  <span class="fault">
                    <bdi>{one.text}</bdi> is not in this list
                  </span>
                  <span class="row">
                    {one.near.map((asset) => (
                      <Button key={asset.id} kind="quiet" onClick={() => take(one, asset)}>
                        {asset.id} <bdi>{asset.name}</bdi>
                      </Button>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </FirstRows>
      )}
    </div>
  );
}

function lineOf({ text, amount }: LookedUp): string {
  return amount === null ? text : `${text}\t${amount}`;
}
