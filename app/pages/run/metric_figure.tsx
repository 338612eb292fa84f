import type { JSX } from "preact";
import { Figure } from "../../components/figure.tsx";
import { numberFormatter } from "../../format/formatters.ts";
import { LOCALES } from "../../format/locale.ts";
import type { NamedMetric } from "./names.ts";

/** Size below which a number without a unit would lose its digits to two decimals. */
const SMALL = 0.01;

/** A metric in its unit: a fraction in percent, a number with two decimals, or with more where it is small. */
export function MetricFigure(
  { value, text }: { readonly value: number | null; readonly text: Pick<NamedMetric, "figure"> },
): JSX.Element {
  if (text.figure === "fraction") return <Figure value={value} as="percent" />;
  if (value === null || value === 0 || Math.abs(value) >= SMALL) return <Figure value={value} as="ratio" />;
  const written = numberFormatter(LOCALES, { maximumSignificantDigits: 3 }).format(value);
  return <data class="figure" value={value} title={String(value)}>{written}</data>;
}
