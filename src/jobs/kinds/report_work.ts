import { storedConfigOf } from "./stored_run_of.ts";
import type { WorkParts } from "./work_parts.ts";
import type { JobWork, PreparedJob } from "../job_work.ts";

/** Creates the part of a runner that renders reports of runs. A report reads only stored figures. */
export function reportWork({ pool }: Pick<WorkParts, "pool">): JobWork {
  return {
    kind: "report",
    knows: () => true,
    async prepare({ config, parent }): Promise<PreparedJob> {
      if (parent === null) throw new Error("Cannot report without a run");
      const { run, section, simulations } = await parent.reported();
      const { id, name, finishedAt } = run;
      const stored = { ...storedConfigOf(parent), result: await parent.result(), section, simulations };
      const inputs = { config, run: { id, name, finishedAt, ...stored } };
      return {
        async compute(options) {
          const artifacts = await pool.run("report", inputs, options);
          return { error: null, notProven: [], inside: [], artifacts };
        },
      };
    },
  };
}
