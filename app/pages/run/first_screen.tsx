import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { WhenSeen } from "../../charts/when_seen.tsx";
import { Button } from "../../components/button.tsx";
import { Defined } from "../../help/defined.tsx";
import { CostSentence } from "./cost_sentence.tsx";
import { DataLine } from "./data_line.tsx";
import { HeadlineFigures } from "./headline.tsx";
import { methodText } from "./names.ts";
import { proofInWords } from "./proof_in_words.ts";
import type { ShownResult } from "./shown_result.ts";
import { Weights } from "./weights.tsx";

/** Height in pixels that is kept free until the weights are drawn, which is a task of its own. */
const HEIGHT = 360;

/** What a person wants to see of a result first: what to hold, three figures, and why to believe them. */
export function FirstScreen({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { method } = shown;
  return (
    <section class="first-screen" aria-label="What to hold">
      <MethodChoice shown={shown} />
      <DataLine shown={shown} />
      <div class="first-columns">
        <div class="stack">
          <HeadlineFigures shown={shown} />
          <div class="card">
            <ProofSentence shown={shown} />
            {method.weights === null ? null : <CostSentence shown={shown} />}
          </div>
        </div>
        {method.weights === null ? null : <WhenSeen height={HEIGHT}>{() => <Weights shown={shown} />}</WhenSeen>}
      </div>
    </section>
  );
}

function ProofSentence({ shown: { method, onTab } }: { readonly shown: ShownResult }): JSX.Element {
  const { kind, sentence } = proofInWords(method);
  return (
    <p class={`proof proof-${kind}`}>
      <span class="proof-sign" aria-hidden="true">{SIGNS[kind]}</span>
      <span>
        <bdi>{sentence}</bdi>{" "}
        {kind === "none"
          ? null
          : <Button kind="quiet" onClick={() => onTab("certificate")}>Figures of the proof</Button>}
      </span>
    </p>
  );
}

const SIGNS = { proven: "✓", formula: "ƒ", unproven: "?", none: "!" } as const;

/** The methods of the run, of which one is shown. */
function MethodChoice({ shown }: { readonly shown: ShownResult }): JSX.Element {
  const { result, method, onMethod, catalogue } = shown;
  const id = useId();
  const text = methodText(method.method, catalogue);
  return (
    <div class="shown-method">
      <label for={id}>Method</label>
      <select id={id} value={method.key} onChange={({ currentTarget }) => onMethod(currentTarget.value)}>
        {result.methods.map(({ key, method, weights }) => (
          <option key={key} value={key}>
            {optionText({ key, method, name: methodText(method, catalogue).name })}
            {weights === null ? " (no weights)" : ""}
          </option>
        ))}
      </select>
      {text.meaning === null ? null : <Defined kind="method" id={method.method}>What it does</Defined>}
    </div>
  );
}

function optionText(
  { key, method, name }: { readonly key: string; readonly method: string; readonly name: string },
): string {
  return key === method ? name : `${name} (${key})`;
}
