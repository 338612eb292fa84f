import type { JSX } from "preact";
import { Button } from "../../components/button.tsx";
import { limitFigure, limitUnit } from "./limit_figure.ts";
import { familyText, nameWithin } from "./names.ts";
import { objectiveFigure, objectiveText } from "./objective.ts";
import { costliestRule, ruleCosts } from "./rule_costs.ts";
import type { ShownResult } from "./shown_result.ts";

/** One sentence on the rule that costs most: what it is, and what a looser limit would bring. */
export function CostSentence({ shown }: { readonly shown: ShownResult }): JSX.Element | null {
  const { method: { constraint_report, objective, certificate }, method, families, catalogue, onTab } = shown;
  if (constraint_report === null || constraint_report.length === 0) {
    return <p>The run has no rules, so none costs anything.</p>;
  }
  const costs = ruleCosts(method, (family) => limitUnit(family, families));
  const costliest = costliestRule(costs);
  const more = <Button kind="quiet" onClick={() => onTab("rules")}>All rules</Button>;
  if (certificate === null || objective === null) {
    return <p>What a rule costs is known only of methods that seek an optimum. {more}</p>;
  }
  if (constraint_report.every(({ shadow_price }) => shadow_price === null)) {
    return <p>With whole-number rules no single rule has a price. {more}</p>;
  }
  if (costliest === null) {
    return costs.some(({ limit }) => limit === "both")
      ? <p>Only rules that ask for exactly one value hold these weights back. {more}</p>
      : <p>No rule that you have set holds these weights back. {more}</p>;
  }
  const { rule, limit, unit, change } = costliest;
  const { name, figure } = objectiveText(objective.name, catalogue);
  return (
    <p>
      The rule that costs most: <strong>{familyText(rule.family, families).name}</strong>
      {rule.rule === null ? null : (
        <>
          {" "}of <bdi>{rule.rule}</bdi>
        </>
      )}, {limit === "max" ? "at most" : "at least"} <span class="figure">{limitFigure(rule[limit], unit)}</span>.{" "}
      At the rate of its first step, a limit looser by {unit === "fraction" ? "a percentage point" : "1"} would take the
      {" "}
      {nameWithin(name, catalogue?.methods)} from <span class="figure">{objectiveFigure(objective.value, figure)}</span>
      {" "}
      to <span class="figure">{objectiveFigure(objective.value + change, figure)}</span>{" "}
      per period; further steps mostly bring less. {more}
    </p>
  );
}
