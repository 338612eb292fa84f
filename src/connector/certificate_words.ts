import { numberText } from "./table.ts";
import type { MethodRead } from "./result_read.ts";

/** Returns a sentence that says what is proven about the answer of a method, and by which numbers. */
export function certificateWords({ key, status, detail, certificate }: MethodRead): string {
  const told = detail === null ? "" : ` ${detail}`;
  if (certificate === null) {
    return `${key}: ${status}; computed by a formula, so there is no program to certify.${told}`;
  }
  const { solver, proven_optimal, bound, duality_gap, primal_residual, dual_residual } = certificate;
  const numbers = Object.entries({
    "duality gap": duality_gap,
    "primal residual": primal_residual,
    "dual residual": dual_residual,
  }).flatMap(([name, value]) => value === null ? [] : [`${name} ${numberText(value)}`]).join(", ");
  const limit = bound === null ? "" : ` No weights can be better than ${numberText(bound)}.`;
  const verdict = proven_optimal
    ? "proven optimal"
    : status === "infeasible"
    ? "proven infeasible"
    : `${status}, not proven optimal`;
  return `${key}: ${verdict} (${[solver, numbers].filter((part) => part !== "").join("; ")}).${limit}${told}`;
}
