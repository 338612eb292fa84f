import type { AllocationResult } from "../../../documents/run_result.ts";
import { amountCell, numberCell, percentCell } from "../cells.ts";
import type { ReportFigures } from "../report_figures.ts";
import type { ReportPages } from "../report_pages.ts";

/** Adds the section of the report on what the capital buys by each method; nothing where no capital was given. */
export function addAllocation(pages: ReportPages, { result: { methods } }: ReportFigures): void {
  const bought = methods.flatMap(({ key, weights, allocation }) =>
    allocation === null ? [] : [{ key, weights: weights ?? {}, allocation }]
  );
  if (bought.length === 0) return;
  pages.heading("Allocation in shares");
  for (const { key, weights, allocation } of bought) {
    const { invested, cash, gap } = allocation;
    const money = (amount: number): string => `${amountCell(amount)} ${allocation.currency ?? ""}`.trimEnd();
    pages.heading(key, 2);
    pages.paragraph(
      `Invested ${money(invested)}, in cash ${money(cash)}. ` +
        (gap === 0
          ? "No other numbers of lots are closer to the weights."
          : `Other numbers of lots may be closer by ${percentCell(gap)}.`),
    );
    pages.table({
      columns: [
        { title: "Asset", align: "start" },
        { title: "Shares or units", align: "end" },
        { title: "Amount", align: "end" },
        { title: "Wanted", align: "end" },
        { title: "Held", align: "end" },
      ],
      rows: rowsOf(allocation, weights),
    });
  }
}

function rowsOf(
  { shares, weights: held, invested, cash }: AllocationResult,
  wanted: Readonly<Record<string, number>>,
): readonly (readonly string[])[] {
  return Object.keys(shares).filter((asset) => shares[asset] !== 0 || Math.abs(wanted[asset] ?? 0) > 5e-5)
    .map((asset) => [
      asset,
      Number.isInteger(shares[asset]) ? String(shares[asset]) : numberCell(shares[asset]),
      amountCell(held[asset] * (invested + cash)),
      percentCell(wanted[asset]),
      percentCell(held[asset]),
    ]);
}
