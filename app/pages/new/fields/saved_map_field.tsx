import type { JSX } from "preact";
import { answered, api } from "../../../api.ts";
import { Field } from "../../../components/field.tsx";
import { Marked } from "../../../components/marked.tsx";
import { counted } from "../../../format/counted.ts";
import { told } from "../../../format/told.ts";
import { loadable, useLoaded } from "../../../loaded.ts";
import { faultOf, placeId, requestAt, useComposer } from "../composer.ts";
import type { FormProps } from "./form_props.ts";

const maps = loadable(async (_key, signal) => {
  const { items } = await answered(api.GET("/classification-maps", { signal }));
  return items.map(({ map_id, name, groups }) => ({ map_id, name, groups: groups.length }));
});

/** A choice among the lists of groups that the account has saved. */
export function SavedMapField({ schema, path, label }: FormProps): JSX.Element {
  const composer = useComposer();
  const { value, refusal } = useLoaded(maps);
  const chosen = requestAt(composer, path);
  return (
    <div class="place" id={placeId(path)}>
      <Field
        label={label}
        hint={schema.description === undefined ? null : <Marked text={schema.description} />}
        fault={faultOf(composer, path) ?? refusal?.message ?? null}
      >
        {(attributes) => (
          <select
            {...attributes}
            value={typeof chosen === "string" ? chosen : ""}
            onChange={({ currentTarget }) => composer.set(path, currentTarget.value)}
          >
            <option value="">–</option>
            {value?.map(({ map_id, name, groups }) => (
              <option key={map_id} value={map_id}>{told(name)} ({counted(groups, "group")})</option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
