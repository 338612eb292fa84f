import type { Computations } from "../../computations/mod.ts";
import type { StoredRun } from "../../computations/stored_run.ts";
import type { JobKindName } from "../../domain/job_kinds.ts";
import type { ComputedJob, JobWork, PreparedJob } from "../job_work.ts";
import { knowsMethods } from "./knows_methods.ts";
import { storedRunOf } from "./stored_run_of.ts";
import type { WorkParts } from "./work_parts.ts";

/** Inputs from which a worker computes a job that is based on a run, such as a backtest. */
interface InputsOfRun {
  readonly run: StoredRun;
  /** Config that the job was submitted with, as JSON. */
  readonly config: Uint8Array;
}

/** Names of the computations that take `InputsOfRun` and return a `ComputedJob`. */
type ComputationOfRun = {
  readonly [Name in keyof Computations]: InputsOfRun extends Computations[Name]["inputs"]
    ? Computations[Name]["output"] extends ComputedJob ? Name : never
    : never;
}[keyof Computations];

/**
 * Creates the part of a runner that computes jobs of one kind by the named computation. Such a job needs only its
 * config and what the run that it is based on has stored.
 */
export function workOfRun(
  kind: JobKindName,
  computation: ComputationOfRun,
): (parts: Pick<WorkParts, "pool">) => JobWork {
  return ({ pool }) => ({
    kind,
    knows: knowsMethods,
    async prepare(task): Promise<PreparedJob> {
      const inputs = { run: await storedRunOf(task), config: task.config };
      return { compute: (options) => pool.run(computation, inputs, options) };
    },
  });
}
