import { computed, type Signal } from "@preact/signals";
import type { Draft } from "../../drafts.ts";
import type { Fault } from "../../refusal.ts";
import type { Catalogue } from "./catalogue.ts";
import { composedAssets } from "./composed_assets.ts";
import type { Composer } from "./composer.ts";
import { isObject, pointerOf, withValue } from "./json.ts";
import type { RunDraft } from "./run_draft.ts";

/** Fields of a request that hold the person's own prices or returns. */
const HISTORIES = ["prices", "returns"] as const;

/**
 * Faults of the request: of the last submission that was refused, of the check while one types, and of texts that
 * cannot be read, so that the request has what was there before.
 */
export interface FoundFaults {
  readonly ofRefusal: Signal<readonly Fault[]>;
  readonly ofCheck: Signal<readonly Fault[]>;
  readonly unread: Signal<readonly Fault[]>;
}

/** Returns what the parts of the form share, for a draft, what the service has, and the faults that are found. */
export function composerOf(
  draft: Pick<Draft<RunDraft>, "value">,
  found: Catalogue,
  { ofRefusal, ofCheck, unread }: FoundFaults,
): Composer {
  const request = computed(() => draft.value.value.request);
  const forget = (pointer: string): void => {
    for (const faults of [ofRefusal, ofCheck]) {
      faults.value = faults.value.filter((fault) => isElsewhere(fault, pointer));
    }
  };
  return {
    catalogue: found,
    request,
    faults: computed(() => [ofRefusal, ofCheck].reduce((all, { value }) => withFaults(all, value), unread.value)),
    unread,
    assets: computed(() => composedAssets(draft.value.value)),
    set(path, value) {
      const next = withValue(draft.value.value.request, path, value);
      draft.value.value = { ...draft.value.value, request: isObject(next) ? next : {} };
      forget(pointerOf(path));
    },
    forgetFaultsOfHistory() {
      for (const kind of HISTORIES) forget(pointerOf([kind]));
    },
    noteUnread(path, detail) {
      const pointer = pointerOf(path), others = unread.value.filter((fault) => fault.pointer !== pointer);
      // Each letter typed notes it anew, and the form need not be drawn where nothing is new.
      if (detail === null && others.length === unread.value.length) return;
      unread.value = detail === null ? others : [...others, { pointer, detail }];
    },
  };
}

/** Returns faults with those of places that have none yet. */
function withFaults(faults: readonly Fault[], more: readonly Fault[]): readonly Fault[] {
  return [...faults, ...more.filter(({ pointer }) => faults.every((fault) => fault.pointer !== pointer))];
}

/** Whether a fault is neither at the place that was changed, nor within it or around it. */
function isElsewhere(fault: Fault, pointer: string): boolean {
  return fault.pointer !== pointer && !fault.pointer.startsWith(`${pointer}/`) &&
    !pointer.startsWith(`${fault.pointer}/`);
}
