import type { AssetId } from "../domain/asset.ts";
import type { GroupOfAsset } from "../domain/classification_map.ts";
import { entryAt } from "../domain/entry_at.ts";
import { DomainError, jsonPointer } from "../domain/errors.ts";
import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { shown } from "../faults/schema_faults.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { MOST_VALUES } from "./body_size.ts";
import type { Constraints } from "./parts/constraints.ts";
import { MOST_METHODS } from "./parts/methods.ts";

/**
 * Type of saved classification maps by id, each as JSON (UTF-8) with the group of each asset. They are in a `Map`,
 * because its content is copied to a worker rather than transferred, so that the maps can be sent again each time a
 * large body is read anew.
 */
export type SavedMaps = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * Type of a function that returns, for some ids, the saved classification maps that the account may use. It returns
 * null if no maps are saved, as in a run without the service.
 */
export type SavedMapSource = (mapIds: readonly string[]) => Promise<SavedMaps | null>;

export const NO_SAVED_MAPS: SavedMaps = new Map();

/** Largest number of saved classification maps in one request. Reading more would delay other requests. */
const MOST_SAVED_MAPS = 10;

/** Largest number of asset entries that saved classification maps may add to one request. */
const MOST_ENTRIES = 50_000;

/**
 * Number of map entries that are kept free, so that defaults filled in later still fit into the request's size limit.
 */
const KEPT_FREE = 1_000;

/**
 * Type of a reference to a saved classification map: the map's id, and the JSON Pointer of the rules that name it (of a
 * run, of a method or of a backtest's method).
 */
export interface NamedMap {
  readonly pointer: string;
  readonly mapId: string;
}

/**
 * Returns every saved classification map that the request body of a run, a preflight or a backtest names. The body need
 * not be valid otherwise.
 */
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

/**
 * Returns the ids of the saved classification maps that a request names, each once, in order of first use. Throws
 * `validation_failed` for too many.
 */
export function idsOfNamed(named: readonly NamedMap[]): readonly string[] {
  const first = new Map(named.toReversed().map(({ mapId, pointer }) => [mapId, pointer]));
  const ids = [...new Set(named.map(({ mapId }) => mapId))];
  if (ids.length <= MOST_SAVED_MAPS) return ids;
  const detail =
    `Cannot use ${ids.length} saved classification maps in one request: it takes at most ${MOST_SAVED_MAPS}`;
  throw refusal(first.get(entryAt(ids, MOST_SAVED_MAPS)) ?? "", detail);
}

/**
 * Returns the saved classification maps that a request body names if all were found. Throws `validation_failed` with
 * the pointer of each missing map. A map that does not exist, belongs to another account or needs another plan gets the
 * same sentence.
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

/**
 * Reads the saved classification maps that a request body names from a source. Throws `validation_failed` for too many
 * maps or for one that was not found.
 */
export async function savedMapsOf(body: unknown, source: SavedMapSource): Promise<SavedMaps> {
  const named = mapsNamedIn(body);
  return named.length === 0 ? NO_SAVED_MAPS : checkFoundMaps(named, await source(idsOfNamed(named)));
}

/** Saved classification maps, reduced to the assets of one run, that replace their ids in constraint rules. */
export class MapsOfRun {
  readonly #maps: SavedMaps;
  readonly #assets: readonly AssetId[];
  readonly #cut = new Map<string, GroupOfAsset>();
  #room: number;

  /**
   * Constructor. `values` is the number of names, texts, lists and objects in the request body, as `refuseLargeBody`
   * counts them; it limits how many map entries may be added.
   */
  constructor(maps: SavedMaps, assets: readonly AssetId[], { values = 0 }: { readonly values?: number } = {}) {
    this.#maps = maps;
    this.#assets = assets;
    // Each entry of a classification map becomes two values of the run's config, and the config must stay below the
    // limit of a body.
    this.#room = Math.min(Math.floor((MOST_VALUES - values) / 2) - KEPT_FREE, MOST_ENTRIES);
  }

  /**
   * Returns constraint rules with the ids of saved classification maps replaced by the maps, reduced to the run's
   * assets. An id without a map stays, and so does null for faulty rules. Throws `validation_failed` if the maps have
   * more entries than a request may hold.
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
    throw refusal("", "Cannot use saved classification maps in so many places: together they have too many entries");
  }
}

function cutTo(assets: readonly AssetId[], bytes: Uint8Array): GroupOfAsset {
  const map: GroupOfAsset = JSON.parse(new TextDecoder().decode(bytes));
  const entries = assets.flatMap((asset) => {
    const group = Object.hasOwn(map, asset) ? map[asset] : undefined;
    return group === undefined ? [] : [[asset, group] as const];
  });
  return Object.fromEntries(entries);
}

function refusal(pointer: string, detail: string): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}
