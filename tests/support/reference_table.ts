import { loadKernels } from "../../src/kernels/mod.ts";
import { objectiveOf } from "./objectives.ts";
import { referenceCases } from "./reference.ts";
import { missingFor, runCase, shareWorse, weightDifference } from "./run_case.ts";

const HEADER = [
  "case",
  "status",
  "solver",
  "iterations",
  "objective worse by",
  "weights differ by",
  "primal",
  "dual",
  "gap",
];

/**
 * Returns a Markdown table of the methods' answers to the optimisation and weights cases of the reference set, one row
 * per case: status, solver, by which fraction the objective is worse than the reference, the largest difference of
 * weights, and the residuals and gap of the certificate.
 */
export async function referenceTable(): Promise<string> {
  const kernels = await loadKernels(null);
  const rows = referenceCases().flatMap((of) => {
    if (of.kind_of_case !== "optimisation" && of.kind_of_case !== "weights") return [];
    const missing = missingFor(of);
    if (missing !== null) return [[of.id, `no ${missing} yet`, ...HEADER.slice(2).map(() => "")]];
    const { solution, method, parameters, problem } = runCase(of, kernels);
    const { status, weights, certificate } = solution;
    const objective = weights === null || of.expected.objective === undefined
      ? null
      : shareWorse(of, objectiveOf(method, weights, problem, parameters));
    const away = weights === null || of.expected.weights === undefined ? null : weightDifference(of, weights);
    const isUnique = of.kind_of_case === "weights" || of.expected.weights_unique === true;
    return [[
      of.id,
      status,
      certificate?.solver ?? "",
      String(certificate?.iterations ?? ""),
      shown(objective),
      isUnique ? shown(away) : "not unique",
      shown(certificate?.primalResidual ?? null),
      shown(certificate?.dualResidual ?? null),
      shown(certificate?.dualityGap ?? null),
    ]];
  });
  return [HEADER, HEADER.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function shown(figure: number | null): string {
  return figure === null ? "" : figure.toExponential(1);
}

if (import.meta.main) {
  // deno-lint-ignore no-console
  console.log(await referenceTable());
}
