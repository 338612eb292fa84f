import type { AssetId } from "../domain/asset.ts";
import type { GroupOfAsset } from "../domain/classification_map.ts";
import { DomainError, jsonPointer } from "../domain/errors.ts";
import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { shown } from "../faults/schema_faults.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { MOST_VALUES } from "./body_size.ts";
import type { Constraints } from "./parts/constraints.ts";
import { MOST_METHODS } from "./parts/methods.ts";

/**
 * Saved classification maps by their ids, each the group of each asset as JSON in UTF-8. What a Map holds is copied to
 * a worker and not transferred: a large body is read several times.
 */
export type SavedMaps = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Of some ids the maps that the account may use; null where no maps are saved, as for a local run. */
export type SavedMapSource = (mapIds: readonly string[]) => Promise<SavedMaps | null>;

export const NO_SAVED_MAPS: SavedMaps = new Map();

/** The saved maps of one request: to read more would hold up others. */
const MOST_SAVED_MAPS = 10;

/** Entries that saved maps bring into one request. */
const MOST_ENTRIES = 50_000;

/** Of these for what is filled in besides. */
const KEPT_FREE = 1_000;

/** A saved map as a body names it, in the rules of a run, of a method or of a method of its backtest. */
export interface NamedMap {
  readonly pointer: string;
  readonly mapId: string;
}

/** Every saved map that a body of a run, a preflight or a backtest names, of whatever shape it is otherwise. */
export function mapsNamedIn(body: unknown): readonly NamedMap[] {
  if (!isObject(body)) return [];
  const backtest = isObject(body.rolling_backtest) ? body.rolling_backtest : {};
  return [
    ...namedInRules(body.constraints, "/constraints"),
    ...namedInMethods(body.methods, "/methods"),
    ...namedInMethods(backtest.methods, "/rolling_backtest/methods"),
  ];
}

function namedInMethods(methods: unknown, at: string): readonly NamedMap[] {
  if (!Array.isArray(methods)) return [];
  return methods.slice(0, MOST_METHODS).flatMap((method: unknown, i) =>
    isObject(method) ? namedInRules(method.constraints, `${at}/${i}/constraints`) : []
  );
}

function namedInRules(constraints: unknown, at: string): readonly NamedMap[] {
  if (!isObject(constraints)) return [];
  return [...CONSTRAINT_FAMILIES].filter(({ id }) => Object.hasOwn(constraints, id)).flatMap((family) =>
    family.savedMaps?.(constraints[family.id]).map(({ pointer, mapId }) => ({
      pointer: `${at}${jsonPointer(family.id)}${pointer}`,
      mapId,
    })) ?? []
  );
}

/** The ids named, each once, in the order in which they are named first. Throws `validation_failed` for too many. */
export function idsOfNamed(named: readonly NamedMap[]): readonly string[] {
  const first = new Map(named.toReversed().map(({ mapId, pointer }) => [mapId, pointer]));
  const ids = [...new Set(named.map(({ mapId }) => mapId))];
  if (ids.length <= MOST_SAVED_MAPS) return ids;
  const detail =
    `Cannot use ${ids.length} saved classification maps in one request: it takes at most ${MOST_SAVED_MAPS}`;
  throw refusal(first.get(ids[MOST_SAVED_MAPS]) ?? "", detail);
}

/**
 * The maps that a body names, all of which were found. Throws `validation_failed` with the pointer of each that was
 * not: an absent one, one of another account and one without the plan for it are told alike.
 */
export function checkFoundMaps(named: readonly NamedMap[], found: SavedMaps | null): SavedMaps {
  const faults = new FaultList();
  for (const { pointer, mapId } of named) {
    if (found?.has(mapId)) continue;
    faults.add(
      pointer,
      found === null
        ? `Cannot use the saved classification map ${shown(mapId)} in a local run, which has none: send "map"`
        : `Cannot find the saved classification map ${shown(mapId)}: send the id of a map of the account, or "map"`,
    );
  }
  faults.throwIfAny();
  return found ?? NO_SAVED_MAPS;
}

/** The maps that a body names, as a source has them. Throws `validation_failed` as `checkFoundMaps` does. */
export async function savedMapsOf(body: unknown, source: SavedMapSource): Promise<SavedMaps> {
  const named = mapsNamedIn(body);
  return named.length === 0 ? NO_SAVED_MAPS : checkFoundMaps(named, await source(idsOfNamed(named)));
}

/** What saved maps say of the assets of one run. */
export class MapsOfRun {
  readonly #maps: SavedMaps;
  readonly #assets: readonly AssetId[];
  readonly #cut = new Map<string, GroupOfAsset>();
  #room: number;

  /** `values` is how many values the body has, as `refuseLargeBody` counts them. */
  constructor(maps: SavedMaps, assets: readonly AssetId[], { values = 0 }: { readonly values?: number } = {}) {
    this.#maps = maps;
    this.#assets = assets;
    // An entry is two values of the config, which is read as a body is.
    this.#room = Math.min(Math.floor((MOST_VALUES - values) / 2) - KEPT_FREE, MOST_ENTRIES);
  }

  /**
   * Rules with the maps in the places of their ids, cut to the assets of the run; an id without a map stays, and null
   * where rules have a fault. Throws `validation_failed` where they bring more entries than a request has room for.
   */
  fill(constraints: Constraints): Constraints {
    if (this.#maps.size === 0) return constraints;
    return Object.fromEntries(
      Object.entries(constraints).map(([id, rules]) => {
        const family = rules === null ? undefined : CONSTRAINT_FAMILIES.get(id);
        return [id, family?.withSavedMaps?.(rules, (mapId) => this.#take(mapId)) ?? rules];
      }),
    );
  }

  #take(mapId: string): GroupOfAsset | null {
    const bytes = this.#maps.get(mapId);
    if (bytes === undefined) return null;
    const cut = this.#cut.get(mapId) ?? cutTo(this.#assets, bytes);
    this.#cut.set(mapId, cut);
    this.#room -= Object.keys(cut).length;
    if (this.#room >= 0) return cut;
    throw refusal("", "Cannot use saved classification maps in so many places: they come to too many entries in all");
  }
}

function cutTo(assets: readonly AssetId[], bytes: Uint8Array): GroupOfAsset {
  const map: GroupOfAsset = JSON.parse(new TextDecoder().decode(bytes));
  return Object.fromEntries(assets.filter((asset) => Object.hasOwn(map, asset)).map((asset) => [asset, map[asset]]));
}

function refusal(pointer: string, detail: string): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}
