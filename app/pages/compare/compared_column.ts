import { told } from "../../format/told.ts";
import { titleOf } from "../run/run_title.ts";
import type { ComparedMethod, ComparedRun } from "./surface.ts";

/** A run as a column of a comparison: what it is called, and the method of it that is compared. */
export interface ComparedColumn {
  readonly run: ComparedRun;
  /** Different for all columns, also where runs have the same name. */
  readonly title: string;
  /** Null where the run was deleted or no method of it has weights. */
  readonly method: ComparedMethod | null;
}

/** Returns a column for each run, with the method that the person has chosen for it, else the first with weights. */
export function comparedColumns(
  runs: readonly ComparedRun[],
  chosen: Readonly<Record<string, string>>,
): readonly ComparedColumn[] {
  const titles = runs.map((run) => run.deleted ? "Deleted run" : titleOf({ ...run, mode: "construct" }));
  return runs.map((run, index) => {
    const title = titles[index] ?? "";
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    const method = run.methods.find(({ key }) => key === chosen[run.run_id]) ??
      run.methods.find(({ weights }) => weights !== null) ?? run.methods[0] ?? null;
    return { run, title: isAlone ? title : `${told(title)} (${index + 1})`, method };
  });
}
