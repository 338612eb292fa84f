import { AlikeFaults } from "../../faults/alike_faults.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { shown } from "../../faults/schema_faults.ts";

/** How far the sum of sent probabilities may be from 1. What they differ by is divided among them. */
const SUM_TOLERANCE = 1e-6;

/** Relative difference up to which probabilities count as equal: one rounding of each. */
const EQUAL_WITHIN = 2 ** -52;

/**
 * Reads the probabilities of scenarios and scales them to a sum of 1. Returns null where none are sent and where all
 * are equal within a rounding: the run then takes all scenarios as equally likely. Reports faults, and then returns
 * null too.
 */
export function readProbabilities(sent: unknown, rows: number, faults: FaultList): Float64Array | null {
  if (sent === undefined) return null;
  const pointer = "/probabilities";
  if (!Array.isArray(sent)) {
    faults.add(pointer, `Cannot take ${shown(sent)} for "probabilities": a list with a number a scenario is needed`);
    return null;
  }
  if (sent.length !== rows) {
    faults.add(pointer, `Cannot use ${sent.length} probabilities for ${rows} scenarios: give one for each`);
    return null;
  }
  const before = faults.count, alike = new AlikeFaults();
  const probabilities = Float64Array.from(sent, (one: unknown, row) => {
    if (typeof one === "number" && one >= 0 && one <= 1) return one;
    const detail = `Cannot use ${shown(one)} as the probability of row ${row}: a number from 0 to 1 is needed`;
    alike.add("probability", { pointer: `${pointer}/${row}`, detail, place: `row ${row}` });
    return NaN;
  });
  alike.tell(faults);
  if (faults.count > before) return null;
  const sum = probabilities.reduce((all, one) => all + one, 0);
  if (Math.abs(sum - 1) > SUM_TOLERANCE) {
    faults.add(pointer, `Cannot use probabilities that sum to ${Number(sum.toPrecision(7))}: their sum must be 1`);
    return null;
  }
  return areEqual(probabilities) ? null : probabilities.map((one) => one / sum);
}

/** Whether all probabilities are equal within a rounding. */
export function areEqual(probabilities: Float64Array): boolean {
  const largest = probabilities.reduce((most, one) => Math.max(most, one), 0);
  return probabilities.every((one) => largest - one <= EQUAL_WITHIN * largest);
}
