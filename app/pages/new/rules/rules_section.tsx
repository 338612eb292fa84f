import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { Marked } from "../../../components/marked.tsx";
import type { DescribedFamily } from "../catalogue.ts";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { SchemaField } from "../fields/schema_field.tsx";
import { isObject, type Json } from "../json.ts";
import { methodEntries, type MethodEntry } from "../methods/method_entries.ts";
import { Prose } from "../prose.tsx";
import { firstValue, resolved, type Schema } from "../schema.ts";
import { keptFamilies, methodsWithout } from "./kept_families.ts";

/** The rules of the run, family by family: to tick and to look up, and the forms of those that are set. */
export function RulesSection(): JSX.Element {
  const composer = useComposer();
  const { catalogue } = composer;
  const { families } = catalogue.capability;
  const constraints = requestAt(composer, ["constraints"]), rules = isObject(constraints) ? constraints : {};
  const entries = methodEntries(requestAt(composer, ["methods"]));
  const schema = resolved(catalogue.schemas.Constraints ?? {}, catalogue.schemas);
  const schemaOf = (id: string): Schema => {
    const property = schema.properties?.[id];
    return typeof property === "object" ? resolved(property, catalogue.schemas) : {};
  };
  const toggle = (id: string): void =>
    composer.set(
      ["constraints", id],
      Object.hasOwn(rules, id) ? undefined : firstValue(schemaOf(id), catalogue.schemas),
    );
  const fault = faultOf(composer, ["constraints"]);
  const set = families.filter(({ id }) => Object.hasOwn(rules, id));
  return (
    <div class="stack" id={placeId(["constraints"])}>
      {fault === null ? null : <p class="fault">{fault}</p>}
      <ul class="families" aria-label="Families of rules">
        {families.map((family) => (
          <FamilyChoice
            key={family.id}
            family={family}
            isSet={Object.hasOwn(rules, family.id)}
            without={methodsWithout(family.id, entries, catalogue)}
            onToggle={() => toggle(family.id)}
          />
        ))}
      </ul>
      {set.map((family) => (
        <FamilyRules key={family.id} family={family} schema={schemaOf(family.id)} entries={entries} />
      ))}
    </div>
  );
}

interface FamilyChoiceProps {
  readonly family: DescribedFamily;
  readonly isSet: boolean;
  /** Methods of the run that do not keep rules of the family. */
  readonly without: readonly MethodEntry[];
  readonly onToggle: () => void;
}

function FamilyChoice({ family: { id, name, description }, isSet, without, onToggle }: FamilyChoiceProps): JSX.Element {
  const names = useMethodNames(without);
  return (
    <li class="method-choice" data-grey={without.length > 0 || undefined}>
      <div class="check">
        <input
          type="checkbox"
          id={`family-${id}`}
          checked={isSet}
          aria-describedby={without.length === 0 ? undefined : `family-${id}-why`}
          onChange={onToggle}
        />
        <label for={`family-${id}`}>{name}</label>
        {without.length === 0 ? null : <p class="hint" id={`family-${id}-why`}>Not kept by {names}</p>}
      </div>
      <details class="about">
        <summary aria-label={`About ${name}`}>about</summary>
        <Prose markdown={description} />
      </details>
    </li>
  );
}

function useMethodNames(entries: readonly MethodEntry[]): string {
  const { catalogue } = useComposer();
  const names = entries.map(({ id }) => catalogue.requirements.methods.find((one) => one.id === id)?.name ?? id);
  const [first = "", second, ...others] = [...new Set(names)];
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}

/** The rules of one family: their sentence, their form, and what to do where a method does not keep them. */
function FamilyRules(
  { family, schema, entries }: {
    readonly family: DescribedFamily;
    readonly schema: Schema;
    readonly entries: readonly MethodEntry[];
  },
): JSX.Element {
  const composer = useComposer();
  const path = ["constraints", family.id];
  const without = methodsWithout(family.id, entries, composer.catalogue), names = useMethodNames(without);
  const [sentence = ""] = family.description.split("\n\n");
  return (
    <section class="family-rules" aria-label={family.name}>
      <div class="chosen-head">
        <h3>{family.name}</h3>
        <button
          type="button"
          class="icon"
          aria-label={`Remove ${family.name}`}
          onClick={() => composer.set(path, undefined)}
        >
          ×
        </button>
      </div>
      <p class="hint">
        <Marked text={sentence} />
      </p>
      {without.length === 0 ? null : (
        <p class="notice notice-care">
          {names} {without.length === 1 ? "does" : "do"} not keep these rules, so that the run would be refused.{" "}
          <Button kind="quiet" onClick={() => leaveOut(without)}>Run {names} without them</Button>
        </p>
      )}
      <SchemaField schema={schema} path={path} label={family.name} isRequired />
    </section>
  );

  /** Gives methods rules of their own: those of the run that they keep. */
  function leaveOut(methods: readonly MethodEntry[]): void {
    const constraints = requestAt(composer, ["constraints"]), all = isObject(constraints) ? constraints : {};
    for (const entry of methods) {
      const kept = keptFamilies(entry, composer.catalogue);
      const own: Record<string, Json> = {};
      for (const [id, rules] of Object.entries(all)) if (kept.has(id)) own[id] = rules;
      composer.set(["methods", entry.at], { method: entry.id, ...entry.parameters, constraints: own });
    }
  }
}
