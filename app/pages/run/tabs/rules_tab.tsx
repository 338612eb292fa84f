import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Empty } from "../../../components/empty.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { Defined } from "../../../help/defined.tsx";
import { Definition } from "../../../help/definition.tsx";
import { changedRunPath } from "../run_menu.tsx";
import { limitFigure, type LimitUnit, limitUnit } from "../limit_figure.ts";
import { familyText, nameWithin } from "../names.ts";
import { objectiveFigure, objectiveText } from "../objective.ts";
import { ruleCosts, type RuleReport } from "../rule_costs.ts";
import type { ShownResult } from "../shown_result.ts";

/** The rules of the run: which of them bind, and what each costs. */
export function RulesTab({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { method, families, catalogue, job } = shown;
  const rules = method.constraint_report ?? [];
  const { objective } = method;
  const columns = useMemo(() => columnsOf(shown), [method, families, catalogue]);
  if (rules.length === 0) {
    return (
      <Empty
        title="No rules"
        action={<a class="button button-primary" href={changedRunPath(job.run_id)}>Add rules and send again</a>}
      >
        <p>These weights keep no rules but that they are not below 0 and sum to 1.</p>
      </Empty>
    );
  }
  return (
    <div class="stack">
      <p class="prose muted">
        A rule binds where its value is at its limit: it holds the weights back. Its cost is the change of the{" "}
        {objective === null
          ? "objective"
          : nameWithin(objectiveText(objective.name, catalogue).name, catalogue?.methods)}, per period, if the limit
        were a step looser, by a percentage point, or by one where it is a plain number, and each part of the step
        brought as much as the first one. It mostly brings less. A rule with ± asks for exactly one value: a step to one
        side brings what a step to the other costs.
      </p>
      <Table
        caption={`${rules.filter(({ binding }) => binding).length} of ${rules.length} rules bind`}
        columns={columns}
        rows={rules}
        keyOf={({ family, rule }) => `${family} ${rule}`}
        order={{ key: "cost", direction: "descending" }}
      />
    </div>
  );
}

function columnsOf({ method, families, catalogue }: ShownResult): readonly Column<RuleReport, JSX.Element | string>[] {
  const unitOf = (family: string): LimitUnit => limitUnit(family, families);
  const costs = new Map(ruleCosts(method, unitOf).map((cost) => [cost.rule, cost]));
  const figure = method.objective === null ? "number" : objectiveText(method.objective.name, catalogue).figure;
  return [
    {
      key: "family",
      title: "Rule",
      value: ({ family }) => familyText(family, families).name,
      show: ({ family }) => <Defined kind="family" id={family}>{familyText(family, families).name}</Defined>,
    },
    {
      key: "rule",
      title: "Of",
      value: ({ rule }) => rule ?? "",
      show: ({ rule }) => rule === null ? "the portfolio" : <bdi>{rule}</bdi>,
    },
    ...(["value", "min", "max"] as const).map((key) => ({
      key,
      title: TITLES[key],
      isNumber: true,
      value: (rule: RuleReport) => rule[key],
      show: (rule: RuleReport) => limitFigure(rule[key], unitOf(rule.family)),
    })),
    {
      key: "binding",
      title: "Binds",
      about: <Definition kind="word" id="binding_slack" />,
      value: ({ binding }) => binding ? "yes" : "",
    },
    {
      key: "cost",
      title: "Cost of a step",
      about: <Definition kind="word" id="shadow_price" />,
      isNumber: true,
      value: (rule) => costs.get(rule)?.change ?? null,
      order: (rule) => sizeOf(costs.get(rule)?.change),
      show: (rule) => {
        const cost = costs.get(rule);
        if (cost === undefined) return rule.shadow_price === null && rule.binding ? "not known" : "–";
        return (
          <data value={cost.change} title={`Shadow price ${rule.shadow_price}`}>
            {cost.limit === "both"
              ? `± ${objectiveFigure(Math.abs(cost.change), figure)}`
              : objectiveFigure(cost.change, figure)}
          </data>
        );
      },
    },
  ];
}

function sizeOf(change: number | undefined): number | null {
  return change === undefined ? null : Math.abs(change);
}

const TITLES = { value: "Value", min: "At least", max: "At most" } as const;
