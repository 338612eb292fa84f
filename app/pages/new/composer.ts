import { told } from "../../format/told.ts";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Fault } from "../../refusal.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Json, type JsonObject, type Path, pointerOf, valueAt } from "./json.ts";

/** An asset of the run that is composed. */
export interface ComposedAsset {
  /** Key of the asset in every map of weights. */
  readonly id: string;
  /** Name in the list of its exchange, where it is known. */
  readonly name: string | null;
  readonly sector: string | null;
}

/** What all parts of the form of a run share: the request, the faults that were found in it, and what it is made of. */
export interface Composer {
  readonly catalogue: Catalogue;
  readonly request: Signal<JsonObject>;
  /** All faults, with those of texts that cannot be read. */
  readonly faults: ReadonlySignal<readonly Fault[]>;
  /** Texts that cannot be read: the request has what was there before, so it is not sent while there are some. */
  readonly unread: ReadonlySignal<readonly Fault[]>;
  readonly assets: ReadonlySignal<readonly ComposedAsset[]>;
  /** Sets the value at a path of the request; undefined takes it away. Faults at and below the place are forgotten. */
  set(path: Path, value: Json | undefined): void;
  /** Forgets the faults at and below the history of the caller's own, when there is another one or one is read. */
  forgetFaultsOfHistory(): void;
  /** Notes a sentence on why the text at a path cannot be read; null once it can, or is gone. */
  noteUnread(path: Path, detail: string | null): void;
}

const Composing = createContext<Composer | null>(null);

export const ComposerProvider = Composing.Provider;

/** Hook. Returns what the parts of the form of a run share. */
export function useComposer(): Composer {
  const composer = useContext(Composing);
  if (composer === null) throw new Error("Cannot use a field of a run outside of its form");
  return composer;
}

/** Returns the value of the request at a path. */
export function requestAt({ request }: Composer, path: Path): Json | undefined {
  return valueAt(request.value, path);
}

/** Returns the sentence on the fault at a path; with `below`, also of places within it. Null if there is none. */
export function faultOf({ faults }: Composer, path: Path, { below = false } = {}): string | null {
  const pointer = pointerOf(path);
  const fault = faults.value.find((one) => one.pointer === pointer || (below && one.pointer.startsWith(`${pointer}/`)));
  return fault === undefined ? null : told(fault.detail);
}

/** Returns the id of the element that shows the value at a path, to which a fault leads. */
export function placeId(path: Path): string {
  return `at${pointerOf(path)}`;
}
