import type { JSX } from "preact";
import { count } from "../format/count.ts";
import { money } from "../format/money.ts";
import { percent } from "../format/percent.ts";
import { ratio } from "../format/ratio.ts";

export interface FigureProps {
  /** The number; null where there is none. */
  readonly value: number | null;
  readonly as: "percent" | "ratio" | "count" | "money";
  /** Currency of an amount of money. */
  readonly currency?: string;
  /** Whether a gain has a plus, for differences. */
  readonly signed?: boolean;
}

/** A number in the reader's way, with all its digits on hover. */
export function Figure({ value, as, currency = "INR", signed = false }: FigureProps): JSX.Element {
  if (value === null || !Number.isFinite(value)) return <span class="figure figure-none">–</span>;
  return <data class="figure" value={value} title={String(value)}>{written(value, { as, currency, signed })}</data>;
}

function written(value: number, { as, currency, signed }: Required<Omit<FigureProps, "value">>): string {
  if (as === "percent") return percent(value, { signed });
  if (as === "ratio") return ratio(value);
  return as === "money" ? money(value, currency) : count(value);
}
