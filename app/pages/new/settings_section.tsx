import type { JSX } from "preact";
import { useComposer } from "./composer.ts";
import { SchemaField } from "./fields/schema_field.tsx";
import { resolved, type Schema, schemasOf } from "./schema.ts";

/** Fields of a run that have a place of their own on the page. */
const ELSEWHERE = new Set([
  "name",
  "stocks",
  "funds",
  "prices",
  "returns",
  "moments",
  "scenarios",
  "methods",
  "constraints",
]);

/** Fields that stand together. Fields that the service has beside these stand in the last fold by themselves. */
const GROUPS: readonly { readonly title: string; readonly isOpen: boolean; readonly fields: readonly string[] }[] = [
  {
    title: "Period and benchmark",
    isOpen: true,
    fields: ["start_date", "end_date", "frequency", "benchmark", "risk_free_rate"],
  },
  {
    title: "What else to compute",
    isOpen: true,
    fields: ["efficient_frontier", "rolling_backtest", "monte_carlo", "allocation"],
  },
  { title: "How returns and risk are estimated", isOpen: false, fields: ["expected_returns", "covariance", "history"] },
  { title: "What is held now", isOpen: false, fields: ["starting_portfolio"] },
];

/** All other fields of the request of a run, the ones that are rarely used folded. */
export function SettingsSection(): JSX.Element {
  const { catalogue: { submission, schemas }, request } = useComposer();
  const fields = new Map(
    schemasOf(resolved(submission, schemas)).filter(([name]) => !ELSEWHERE.has(name)),
  );
  const grouped = new Set(GROUPS.flatMap((group) => group.fields));
  const others = [...fields.keys()].filter((name) => !grouped.has(name));
  const all = [...GROUPS, { title: "Rarely needed", isOpen: false, fields: others }];
  return (
    <div>
      {all.map(({ title, isOpen, fields: names }) => {
        const known = names.flatMap((name): [string, Schema][] => {
          const schema = fields.get(name);
          return schema === undefined ? [] : [[name, schema]];
        });
        if (known.length === 0) return null;
        const count = known.filter(([name]) => request.value[name] !== undefined).length;
        return (
          <details key={title} class="fold" open={isOpen || undefined}>
            <summary>
              <span>{title}</span>
              <span class="muted small">{count === 0 ? "" : `${count} set`}</span>
            </summary>
            <div class="record-fields">
              {known.map(([name, schema]) => (
                <SchemaField key={name} schema={schema} path={[name]} isRequired={false} />
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}
