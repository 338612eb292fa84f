import { type Signal, useComputed } from "@preact/signals";
import type { JSX } from "preact";
import type { components } from "../../clients/typescript/mod.ts";
import { Marked } from "../components/marked.tsx";
import { Shown } from "../components/shown.tsx";
import { useLoaded } from "../loaded.ts";
import { fieldSchema, openApi } from "../openapi.ts";

export type Scope = components["schemas"]["ApiKey"]["scopes"][number];

export interface ScopesFieldProps {
  readonly value: Signal<readonly Scope[]>;
  readonly fault: string | null;
}

/** The scopes of a key to tick, which are those of the OpenAPI document, with what it says on them. */
export function ScopesField({ value, fault }: ScopesFieldProps): JSX.Element {
  return (
    <Shown loaded={useLoaded(openApi)} phase="Reading the scopes">
      {(document) => {
        const { description, items } = fieldSchema(document, "ApiKeyRequest", "scopes");
        return (
          <fieldset>
            <legend>Scopes</legend>
            {items?.enum?.filter(isScope).map((scope) => <ScopeBox key={scope} scope={scope} value={value} />)}
            {description === undefined ? null : (
              <p class="hint">
                <Marked text={description} />.
              </p>
            )}
            {fault === null ? null : <p class="fault">{fault}</p>}
          </fieldset>
        );
      }}
    </Shown>
  );
}

function ScopeBox({ scope, value }: { readonly scope: Scope; readonly value: Signal<readonly Scope[]> }): JSX.Element {
  const isChosen = useComputed(() => value.value.includes(scope));
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChosen.value}
        onChange={({ currentTarget }) => {
          const others = value.value.filter((one) => one !== scope);
          value.value = currentTarget.checked ? [...others, scope] : others;
        }}
      />
      <code>{scope}</code>
    </label>
  );
}

/** Whether a text of the OpenAPI document is a scope: all texts of that list are. */
function isScope(text: string): text is Scope {
  return text.length > 0;
}
