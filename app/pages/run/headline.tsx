import type { JSX } from "preact";
import { Button } from "../../components/button.tsx";
import { Figure } from "../../components/figure.tsx";
import { comparedWith, headlineOf } from "./headline_figures.ts";
import type { ShownResult } from "./shown_result.ts";

const FIGURES = [
  ["expectedReturn", "Expected return", "a year"],
  ["volatility", "Volatility", "a year"],
  ["maxDrawdown", "Largest drawdown", "in this history"],
] as const;

/** Expected return, volatility and largest drawdown of the chosen method, beside what is held now or the benchmark. */
export function HeadlineFigures(
  { shown: { result, method, held, onTab } }: { readonly shown: ShownResult },
): JSX.Element {
  const own = headlineOf(method, result);
  const compared = comparedWith(result, held);
  return (
    <div class="headline">
      <dl>
        {FIGURES.map(([key, title, unit]) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>
              <span class="headline-figure">
                <Figure value={own[key]} as="percent" />
              </span>
              <span class="muted small">{unit}</span>
            </dd>
            {compared === null ? null : (
              <dd class="small">
                <span class="muted">
                  <bdi>{compared.name}</bdi>
                </span>{" "}
                <Figure value={compared[key]} as="percent" />
              </dd>
            )}
          </div>
        ))}
      </dl>
      <Button kind="quiet" onClick={() => onTab("measures")}>All measures</Button>
    </div>
  );
}
