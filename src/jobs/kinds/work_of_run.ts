import type { Computations } from "../../computations/mod.ts";
import type { StoredRun } from "../../computations/stored_run.ts";
import type { JobKindName } from "../../domain/job_kinds.ts";
import type { ComputedJob, JobWork, PreparedJob } from "../job_work.ts";
import { knowsMethods } from "./knows_methods.ts";
import { storedRunOf } from "./stored_run_of.ts";
import type { WorkParts } from "./work_parts.ts";

/** What a worker computes such a job from. */
interface InputsOfRun {
  readonly run: StoredRun;
  /** What the job was submitted with, as JSON. */
  readonly config: Uint8Array;
}

/** The computations that take what a run stored and answer all that is stored of the job. */
type ComputationOfRun = {
  readonly [Name in keyof Computations]: InputsOfRun extends Computations[Name]["inputs"]
    ? Computations[Name]["output"] extends ComputedJob ? Name : never
    : never;
}[keyof Computations];

/** What a runner does for jobs of runs that need nothing but what the run stored, by one computation. */
export function workOfRun(
  kind: JobKindName,
  computation: ComputationOfRun,
): (parts: Pick<WorkParts, "pool">) => JobWork {
  return ({ pool }) => ({
    kind,
    knows: knowsMethods,
    async prepare(task): Promise<PreparedJob> {
      const inputs = { run: await storedRunOf(task), config: task.config };
      return { inputs: null, compute: (options) => pool.run(computation, inputs, options) };
    },
  });
}
