import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { firstValue, resolved } from "../schema.ts";
import { type Catalogue, type DescribedMethod, schemaOfMethod } from "../catalogue.ts";
import { isObject, type JsonObject } from "../json.ts";
import { firstMethods } from "../sample_run.ts";
import { Prose } from "../prose.tsx";
import { ChosenMethod } from "./chosen_method.tsx";
import { methodEntries, toggledMethod } from "./method_entries.ts";

/** The methods of the service by their groups, to tick and to look up, and the forms of those that are chosen. */
export function MethodsSection(): JSX.Element {
  const composer = useComposer();
  const { catalogue } = composer;
  const text = useSignal("");
  const methods = requestAt(composer, ["methods"]), rules = requestAt(composer, ["constraints"]);
  const entries = methodEntries(methods);
  const chosen = new Set(entries.map(({ id }) => id));
  const fault = faultOf(composer, ["methods"]);
  const wanted = text.value.trim().toLowerCase();
  const shown = catalogue.requirements.methods.filter((method) => wanted === "" || mentions(method, wanted));
  const groups = Map.groupBy(shown, ({ group }) => group);
  const toggle = ({ id }: DescribedMethod): void =>
    composer.set(["methods"], toggledMethod(methods, id, neededParameters(id, catalogue)));
  return (
    <div class="stack" id={placeId(["methods"])}>
      {fault === null ? null : <p class="fault">{fault}</p>}
      <div class="field">
        <input
          type="search"
          aria-label="Search the methods"
          placeholder={`Search ${catalogue.requirements.methods.length} methods: risk, drawdown, ratio …`}
          value={text.value}
          onInput={({ currentTarget }) => text.value = currentTarget.value}
        />
      </div>
      <div class="method-groups">
        {[...groups].map(([group, members]) => (
          <MethodGroup
            key={group}
            group={group}
            methods={members}
            chosen={chosen}
            isOpen={wanted !== "" || members.some(({ id }) => chosen.has(id))}
            onToggle={toggle}
          />
        ))}
      </div>
      {shown.length === 0 ? <p class="hint" role="status">No method speaks of "{text.value}".</p> : null}
      {entries.length === 0
        ? (
          <p class="hint">
            Tick at least one: "about" tells what each does. Not sure?{" "}
            <Button
              kind="quiet"
              onClick={() => composer.set(["methods"], firstMethods(catalogue, isObject(rules) ? rules : {}))}
            >
              Begin with some that keep rules and need only prices
            </Button>
          </p>
        )
        : (
          <ol class="chosen-methods" aria-label="Methods of the run">
            {entries.map((entry) => <ChosenMethod key={`${entry.at} ${entry.id}`} entry={entry} />)}
          </ol>
        )}
    </div>
  );
}

interface MethodGroupProps {
  readonly group: string;
  readonly methods: readonly DescribedMethod[];
  readonly chosen: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly onToggle: (method: DescribedMethod) => void;
}

function MethodGroup({ group, methods, chosen, isOpen, onToggle }: MethodGroupProps): JSX.Element {
  const count = methods.filter(({ id }) => chosen.has(id)).length;
  return (
    <details class="fold method-group" open={isOpen}>
      <summary>
        <span>{group.slice(0, 1).toUpperCase() + group.slice(1)}</span>
        <span class="muted small">{count === 0 ? methods.length : `${count} of ${methods.length}`}</span>
      </summary>
      <ul>
        {methods.map((method) => (
          <li key={method.id} class="method-choice">
            <div class="check">
              <input
                type="checkbox"
                id={`method-${method.id}`}
                checked={chosen.has(method.id)}
                onChange={() => onToggle(method)}
              />
              <label for={`method-${method.id}`}>{method.name}</label>
            </div>
            <details class="about">
              <summary aria-label={`About ${method.name}`}>about</summary>
              <Prose markdown={method.description} />
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}

function mentions({ id, name, description, group }: DescribedMethod, wanted: string): boolean {
  return [id, name, group, description].some((text) => text.toLowerCase().includes(wanted));
}

/** Returns the parameters that a method cannot do without, with values to begin with. */
function neededParameters(id: string, catalogue: Catalogue): JsonObject {
  const schema = schemaOfMethod(id, catalogue);
  const needed = (schema?.required ?? []).filter((name) => name !== "method");
  return Object.fromEntries(needed.flatMap((name) => {
    const property = schema?.properties?.[name];
    return typeof property === "object"
      ? [[name, firstValue(resolved(property, catalogue.schemas), catalogue.schemas)]]
      : [];
  }));
}
