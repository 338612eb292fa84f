import type { ComponentType } from "preact";
import type { ShownResult } from "../shown_result.ts";
import { RulesTab } from "./rules_tab.tsx";

/** A part of a result behind a tab. */
export interface ResultTab {
  readonly key: string;
  readonly title: string;
  readonly Content: ComponentType<{ readonly shown: ShownResult }>;
  /** Whether a result has this part; every result has it if absent. */
  readonly isOffered?: (shown: ShownResult) => boolean;
}

/** List of the parts of a result behind tabs, in their order. */
export const TABS: readonly ResultTab[] = [
  { key: "rules", title: "Rules", Content: RulesTab },
];
