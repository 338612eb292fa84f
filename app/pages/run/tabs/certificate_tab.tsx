import type { JSX } from "preact";
import { PROOF } from "../../../../src/optimization/certify/proof.ts";
import { Figure } from "../../../components/figure.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { Defined } from "../../../help/defined.tsx";
import { numberFormatter } from "../../../format/formatters.ts";
import { LOCALES } from "../../../format/locale.ts";
import { shortNumber } from "../../../format/short_number.ts";
import { wordsOf } from "../../../format/words_of.ts";
import { methodText } from "../names.ts";
import { objectiveFigure, objectiveText } from "../objective.ts";
import { proofInWords } from "../proof_in_words.ts";
import type { MethodResult } from "../run_documents.ts";
import type { ShownResult } from "../shown_result.ts";

/** The proof of each method in words, and the figures that it rests on. */
export function CertificateTab({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { result: { methods, engine }, catalogue } = shown;
  return (
    <div class="stack">
      <dl class="proofs">
        {methods.map((method) => (
          <div key={method.key}>
            <dt>
              <Defined kind="method" id={method.method}>{methodText(method.method, catalogue).name}</Defined>
            </dt>
            <dd>
              <bdi>{proofInWords(method).sentence}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p class="prose muted">
        The service works these figures out of the weights, the data and the rules by plain arithmetic, whatever the
        solver says. A method is proven where the primal residual is at most{" "}
        {written(PROOF.primal)}, the dual residual at most {written(PROOF.dual)} and the duality gap at most{" "}
        {written(PROOF.gap)}. The gap is relative to the size of the objective.
      </p>
      <Table caption="Figures of the proofs" columns={columnsOf(shown)} rows={methods} keyOf={({ key }) => key} />
      <p class="muted small">
        Engine {engine.version}, seed {engine.seed}, core <code>{engine.core_digest}</code>, solver{" "}
        <code>{engine.solver_digest}</code>
      </p>
    </div>
  );
}

function columnsOf({ catalogue }: ShownResult): readonly Column<MethodResult, JSX.Element | string>[] {
  const residual = (key: "primal_residual" | "dual_residual" | "duality_gap") => ({
    key,
    title: wordsOf(key),
    isNumber: true,
    value: ({ certificate }: MethodResult) => certificate?.[key] ?? null,
    show: ({ certificate }: MethodResult) => tiny(certificate?.[key] ?? null),
  });
  return [
    { key: "key", title: "Method", value: ({ key }) => key, show: ({ key }) => <bdi>{key}</bdi> },
    { key: "status", title: "Status", value: ({ status }) => status, show: ({ status }) => wordsOf(status) },
    {
      key: "objective",
      title: "Objective, per period",
      isNumber: true,
      value: ({ objective }) => objective?.value ?? null,
      show: ({ objective }) => {
        if (objective === null) return "–";
        const { name, figure } = objectiveText(objective.name, catalogue);
        return (
          <data value={objective.value} title={`${name} ${objective.value}`}>
            {objectiveFigure(objective.value, figure)}
          </data>
        );
      },
    },
    residual("primal_residual"),
    residual("dual_residual"),
    residual("duality_gap"),
    {
      key: "bound",
      title: "Bound",
      isNumber: true,
      value: ({ certificate }) => certificate?.bound ?? null,
      show: ({ certificate }) => tiny(certificate?.bound ?? null),
    },
    {
      key: "iterations",
      title: "Iterations",
      isNumber: true,
      value: ({ certificate }) => certificate?.iterations ?? null,
      show: ({ certificate }) => <Figure value={certificate?.iterations ?? null} as="count" />,
    },
    { key: "solver", title: "Solver", value: ({ certificate }) => certificate?.solver ?? "" },
  ];
}

/** Writes a power of ten without an exponent. */
function written(limit: number): string {
  const places = Math.round(-Math.log10(limit));
  return numberFormatter(LOCALES, { minimumFractionDigits: places, maximumFractionDigits: places }).format(limit);
}

function tiny(value: number | null): string {
  return value === null ? "–" : shortNumber(value);
}
