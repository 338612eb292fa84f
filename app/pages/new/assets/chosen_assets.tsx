import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { Figure } from "../../../components/figure.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { type ComposedAsset, faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { isObject } from "../json.ts";

export interface ChosenAssetsProps {
  readonly onRemove: (id: string) => void;
  readonly onClear: () => void;
}

/** The assets of the run as a table, with what is held of each where the run starts from a portfolio. */
export function ChosenAssets({ onRemove, onClear }: ChosenAssetsProps): JSX.Element {
  const composer = useComposer();
  const assets = composer.assets.value;
  const held = requestAt(composer, ["starting_portfolio"]);
  const weights = isObject(held) ? held : null;
  const areNamed = assets.some(({ name }) => name !== null), haveSectors = assets.some(({ sector }) => sector !== null);
  const columns: Column<ComposedAsset, JSX.Element | string | null>[] = [
    { key: "asset", title: "Asset", value: ({ id }) => id, show: ({ id }) => <bdi>{id}</bdi> },
    ...areNamed
      ? [{
        key: "name",
        title: "Name",
        value: ({ name }: ComposedAsset) => name,
        show: ({ name }: ComposedAsset) => <bdi>{name}</bdi>,
      }]
      : [],
    ...haveSectors ? [{ key: "sector", title: "Sector", value: ({ sector }: ComposedAsset) => sector }] : [],
    ...weights === null ? [] : [{
      key: "held",
      title: "Held now",
      isNumber: true,
      value: ({ id }: ComposedAsset) => numberOf(weights[id]),
      show: ({ id }: ComposedAsset) => <Figure value={numberOf(weights[id])} as="percent" />,
    }],
    {
      key: "remove",
      title: "Remove",
      show: ({ id }) => (
        <button type="button" class="icon" aria-label={`Remove ${id}`} onClick={() => onRemove(id)}>×</button>
      ),
    },
  ];
  const faults = assets.flatMap((asset, index) => {
    const fault = faultOf(composer, ["stocks", index], { below: true }) ??
      faultOf(composer, ["funds", index], { below: true });
    return fault === null ? [] : [{ id: asset.id, fault }];
  });
  return (
    <div class="chosen-assets">
      {faults.length === 0 ? null : (
        <ul class="missing" id={placeId(["stocks"])}>
          {faults.map(({ id, fault }) => (
            <li key={id}>
              <span class="fault">{fault}</span>
              <Button kind="quiet" onClick={() => onRemove(id)}>Remove {id}</Button>
            </li>
          ))}
        </ul>
      )}
      <Table
        caption={`${assets.length} ${assets.length === 1 ? "asset" : "assets"}`}
        columns={columns}
        rows={assets}
        keyOf={({ id }) => id}
      />
      <div class="row">
        <Button kind="quiet" onClick={onClear}>Remove all</Button>
        {weights === null ? null : (
          <Button kind="quiet" onClick={() => composer.set(["starting_portfolio"], undefined)}>
            Forget what is held
          </Button>
        )}
      </div>
    </div>
  );
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
