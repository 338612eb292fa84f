import { methodPages } from "./method_pages.ts";
import type { ResourceKind } from "./resource.ts";
import { resultView } from "./result_view.ts";
import { runFiles } from "./run_files.ts";
import { runResults } from "./run_results.ts";
import { savedLists } from "./saved_lists.ts";

/** List of the kinds of resources, in the order in which a list names them. */
export const RESOURCES: readonly ResourceKind[] = [resultView, runResults, runFiles, methodPages, savedLists];

/** Returns the kind of an address with the variables in it; null for an address that no resource has. */
export function resourceAt(
  uri: string,
): { readonly kind: ResourceKind; readonly variables: Readonly<Record<string, string>> } | null {
  for (const kind of RESOURCES) {
    const found = kind.form.exec(uri);
    if (found !== null) return { kind, variables: { ...found.groups } };
  }
  return null;
}
