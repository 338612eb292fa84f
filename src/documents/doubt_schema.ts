import { z } from "zod";
import { type Doubt, DOUBT_SEVERITIES } from "../domain/doubt.ts";

/** Schema of a doubt about the data or a number of a request, as results and comparisons show it. */
export const doubt = z.strictObject({
  code: z.string().meta({ description: "Id of the kind of the doubt, as in the catalogue" }),
  severity: z.enum(DOUBT_SEVERITIES).meta({
    description:
      "`wrong`: can hardly be what is meant; `check`: something else may be meant; `note`: says what was done or taken for what",
  }),
  assets: z.array(z.string()).meta({ description: "The assets that the doubt is about; empty if about no single one" }),
  detail: z.string(),
  evidence: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))]),
  ).meta({ description: "What the doubt rests on; `pointer` is the place in the request body, where there is one" }),
}).meta({ id: "Doubt" });

/** Schema of the doubts in the result of a simulation or a backtest of a run. */
export const doubtsOfJob = z.array(doubt).optional().meta({
  description:
    "Doubts about the numbers of the request, about those that it takes from its run and about the data of the run, the " +
    "most severe first; none of them changed the answer. `evidence.pointer` leads into the config, or into that of the " +
    "run where only that has the field. Absent within a run, whose doubts stand in `data.doubts`, and in results of " +
    "earlier versions",
});

/** Returns a doubt as a part of a JSON body. */
export function presentDoubt({ code, severity, assets, detail, evidence }: Doubt): z.output<typeof doubt> {
  const entries = Object.entries(evidence).map(([name, value]) =>
    [name, typeof value === "object" && value !== null ? [...value] : value] as const
  );
  return { code, severity, assets: [...assets], detail, evidence: Object.fromEntries(entries) };
}
