import { textTable } from "../../optimize/text_table.ts";
import { FAULTS, type Judgement } from "./judgement.ts";

/**
 * Largest allowed fraction of unproven programs, for programs whose assets have similar (even) or very different
 * (uneven) volatilities.
 */
export const LARGEST_UNPROVEN = { even: 1e-3, uneven: 0.05 } as const;

/** Faults that no answer may have. `cancelled_optimal` is allowed, because it depends on which value counts as zero. */
const FORBIDDEN = FAULTS.filter((fault) => fault !== "cancelled_optimal");

const STATUSES = ["optimal", "computed", "not_proven", "infeasible", "unbounded", "failed"] as const;

const HEAD = [
  "programs",
  ...STATUSES.map((status) => status.replace("_", " ")),
  "agree",
  "alone",
  ...FAULTS.map((fault) => fault.replace("_", " ")),
  "largest gap",
];

/** Returns text tables that count verdicts by method, by constraint family and by irregularity of the price history. */
export function judgementTable(judgements: readonly Judgement[]): string {
  return judgementRows(judgements).map(textTable).join("\n");
}

/**
 * Returns tables of verdict counts by method, by constraint family and by irregularity of the price history, as cells.
 * The first row of each table is its header.
 */
export function judgementRows(judgements: readonly Judgement[]): readonly (readonly (readonly string[])[])[] {
  const parts: [string, (judgement: Judgement) => readonly string[]][] = [
    ["by method", ({ method }) => [method]],
    ["by family", ({ families }) => families.length === 0 ? ["no rules"] : families],
    ["by history", ({ kinds }) => kinds.length === 0 ? ["plain"] : kinds],
  ];
  return parts.map(([title, namesOf]) => {
    const names = [...new Set(judgements.flatMap(namesOf))].toSorted();
    const rows = names.map((name) => counts(name, judgements.filter((one) => namesOf(one).includes(name))));
    return [[title, ...HEAD], ...rows, counts("all", judgements)];
  });
}

function counts(name: string, judgements: readonly Judgement[]): string[] {
  const count = (isOne: (judgement: Judgement) => boolean): string => String(judgements.filter(isOne).length);
  const gaps = judgements.filter(({ status, fault }) => status === "optimal" && fault === null).map(({ gap }) =>
    gap ?? 0
  );
  return [
    name,
    String(judgements.length),
    ...STATUSES.map((status) => count((one) => one.status === status)),
    count(({ standing }) => standing === "agrees"),
    count(({ standing }) => standing === "alone"),
    ...FAULTS.map((fault) => count((one) => one.fault === fault)),
    gaps.reduce((most, gap) => Math.max(most, gap), 0).toExponential(1),
  ];
}

/** A promise about the accuracy of the optimiser, in words, and whether the verdicts meet it. */
export interface Promised {
  readonly line: string;
  readonly isMet: boolean;
}

/** Returns the promises about accuracy and whether they are met: no false answer, and only a few unproven ones. */
export function promises(judgements: readonly Judgement[]): readonly Promised[] {
  const wrong = FORBIDDEN.map((fault) => {
    const seeds = judgements.filter((one) => one.fault === fault).map(({ seed }) => seed);
    const named = seeds.length === 0 ? "" : `: seeds ${seeds.slice(0, 20).join(", ")}${seeds.length > 20 ? ", …" : ""}`;
    return { line: `${seeds.length} ${fault}${named}`, isMet: seeds.length === 0 };
  });
  const unproven = ([["even", true], ["uneven", false]] as const).map(([name, isEven]) => {
    const all = judgements.filter((one) => one.isEven === isEven);
    const open = all.filter(({ status }) => status === "not_proven").length;
    const largest = LARGEST_UNPROVEN[name];
    return {
      line: `${open} of ${all.length} not_proven where volatilities are ${name}, at most ${largest * 100} %`,
      isMet: open <= largest * all.length,
    };
  });
  return [...wrong, ...unproven];
}
