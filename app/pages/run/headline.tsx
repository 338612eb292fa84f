import type { JSX } from "preact";
import { Button } from "../../components/button.tsx";
import { Figure } from "../../components/figure.tsx";
import { Defined } from "../../help/defined.tsx";
import { comparedWith, headlineOf } from "./headline_figures.ts";
import { StretchButton } from "./stretch_dialog.tsx";
import type { ShownResult } from "./shown_result.ts";

const FIGURES = [
  ["expectedReturn", "Expected return", "a year"],
  ["volatility", "Volatility", "a year"],
  ["maxDrawdown", "Largest drawdown", "in this history"],
] as const;

/** Expected return, volatility and largest drawdown of the chosen method, beside what is held now or the benchmark. */
export function HeadlineFigures(
  { shown }: { readonly shown: ShownResult },
): JSX.Element {
  const { result, method, held, onTab, config } = shown;
  const terms = {
    expectedReturn: { kind: "expected_returns", id: config.expected_returns?.estimator ?? "" },
    volatility: { kind: "metric", id: "annual_volatility" },
    maxDrawdown: { kind: "metric", id: "max_drawdown" },
  } as const;
  const own = headlineOf(method, result);
  const compared = comparedWith(result, held);
  return (
    <div class="headline">
      <dl>
        {FIGURES.map(([key, title, unit]) => (
          <div key={key}>
            <dt>
              <Defined {...terms[key]}>{title}</Defined>
            </dt>
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
      <div class="row">
        <Button kind="quiet" onClick={() => onTab("measures")}>All measures</Button>
        <StretchButton shown={shown} />
      </div>
    </div>
  );
}
