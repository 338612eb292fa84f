import type { JSX } from "preact";
import { Marked } from "../../../components/marked.tsx";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import { type MethodOfPart, methodsInPart, withMethodInPart } from "../methods_in_part.ts";
import type { FormProps } from "./form_props.ts";
import { JsonField } from "./json_field.tsx";

/** A choice among the methods of the run, for a part of it such as the backtest. All of them if nothing is chosen. */
export function MethodsOfRunField(props: FormProps): JSX.Element {
  const { schema, path, label } = props;
  const composer = useComposer();
  const ofRun = requestAt(composer, ["methods"]), methods = methodsInPart(ofRun, requestAt(composer, path));
  if (methods === null) return <JsonField {...props} />;
  const fault = faultOf(composer, path, { below: true });
  const known = composer.catalogue.requirements.methods;
  const nameOf = ({ id, key }: MethodOfPart): string => {
    const name = known.find((one) => one.id === id)?.name ?? id;
    return key === null ? name : `${name} (${key})`;
  };
  return (
    <fieldset class="list-field place" id={placeId(path)}>
      <legend>{label}</legend>
      {schema.description === undefined ? null : (
        <p class="hint">
          <Marked text={schema.description} />
        </p>
      )}
      {methods.length === 0 ? <p class="hint">The run has no methods yet.</p> : null}
      {methods.map((method, index) => (
        <div key={index} class="check">
          <input
            type="checkbox"
            id={`${placeId([...path, index])}-box`}
            checked={method.isChosen}
            onChange={() => composer.set(path, withMethodInPart(methods, method, ofRun))}
          />
          <label for={`${placeId([...path, index])}-box`}>{nameOf(method)}</label>
        </div>
      ))}
      {fault === null ? null : <p class="fault">{fault}</p>}
    </fieldset>
  );
}
