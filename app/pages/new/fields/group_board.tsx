import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { type Composer, requestAt, useComposer } from "../composer.ts";
import { isList, isObject, type Json, type JsonObject, type Path } from "../json.ts";

/** Assets above which there is no board to drag them on: a list of so many is pasted. */
const MOST_ON_BOARD = 120;

export interface GroupBoardProps {
  /** Path of a map from assets to the names of their groups. */
  readonly path: Path;
}

/**
 * The groups of a map as boxes, between which assets are dragged, or moved by the keyboard with a choice on each. The
 * map can be filled in from the sectors of the exchange, and rules for all groups can be added at once.
 */
export function GroupBoard({ path }: GroupBoardProps): JSX.Element {
  const composer = useComposer();
  const fresh = useSignal("");
  const made = useSignal<readonly string[]>([]);
  const map = mapAt(composer, path), assets = composer.assets.value;
  const groups = [...new Set([...Object.values(map).map(String), ...made.value])].toSorted();
  const sectors = rulesBeside(composer, path) === null ? [] : assets.filter(({ sector }) => sector !== null);
  const move = (id: string, group: string): void => composer.set([...path, id], group === "" ? undefined : group);
  const addGroup = (): void => {
    if (fresh.value.trim() !== "") made.value = [...made.value, fresh.value.trim()];
    fresh.value = "";
  };
  const isShort = assets.length > 0 && assets.length <= MOST_ON_BOARD;
  return (
    <div class="group-board">
      <div class="row">
        {sectors.length === 0 ? null : (
          <Button
            kind="quiet"
            onClick={() =>
              composer.set(path, {
                ...map,
                ...Object.fromEntries(sectors.map(({ id, sector }) => [id, sector ?? ""])),
              })}
          >
            Fill in the sectors of the exchange
          </Button>
        )}
        <LimitEveryGroup path={path} groups={groups} />
      </div>
      {!isShort ? null : (
        <div class="group-boxes">
          {["", ...groups].map((group) => (
            <div
              key={group}
              role="group"
              class="group-box"
              aria-label={group === "" ? "Without a group" : group}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                const id = event.dataTransfer?.getData("text/plain") ?? "";
                if (assets.some((asset) => asset.id === id)) move(id, group);
              }}
            >
              <p class="group-name">{group === "" ? "Without a group" : <bdi>{group}</bdi>}</p>
              <ul>
                {assets.filter(({ id }) => (Object.hasOwn(map, id) ? String(map[id]) : "") === group).map(({ id }) => (
                  <li
                    key={id}
                    draggable
                    onDragStart={(event) => event.dataTransfer?.setData("text/plain", id)}
                  >
                    <bdi>{id}</bdi>
                    <select
                      aria-label={`Group of ${id}`}
                      value={group}
                      onChange={({ currentTarget }) => move(id, currentTarget.value)}
                    >
                      <option value="">–</option>
                      {groups.map((one) => <option key={one} value={one}>{one}</option>)}
                    </select>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <div class="row">
        <input
          class="control"
          placeholder="New group"
          aria-label="Name of a new group"
          value={fresh.value}
          onInput={({ currentTarget }) => fresh.value = currentTarget.value}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            addGroup();
          }}
        />
        <Button kind="quiet" onClick={addGroup}>Add the group</Button>
        <span class="hint">Drag assets from box to box, or paste two columns below: asset and group.</span>
      </div>
    </div>
  );
}

/** A button that adds a rule for each group that has none, where rules stand beside the map. */
function LimitEveryGroup(
  { path, groups }: GroupBoardProps & { readonly groups: readonly string[] },
): JSX.Element | null {
  const composer = useComposer();
  const around = path.slice(0, -1), rules = rulesBeside(composer, path);
  const ruled = new Set(rules?.filter(isObject).map(({ group }) => group));
  const free = groups.filter((group) => !ruled.has(group));
  if (rules === null || free.length === 0) return null;
  return (
    <Button
      kind="quiet"
      onClick={() =>
        composer.set([...around, "rules"], [
          ...rules.filter((rule) => isObject(rule) && rule.group !== ""),
          ...free.map((group) => ({ group })),
        ])}
    >
      Add a rule for each group
    </Button>
  );
}

/** Returns the rules that stand beside a map of groups; null for a map of something else, as of currencies. */
function rulesBeside(composer: Composer, path: Path): readonly Json[] | null {
  const owner = requestAt(composer, path.slice(0, -1));
  return isObject(owner) && isList(owner.rules) ? owner.rules : null;
}

function mapAt(composer: Composer, path: Path): JsonObject {
  const value = requestAt(composer, path);
  return isObject(value) ? value : {};
}
