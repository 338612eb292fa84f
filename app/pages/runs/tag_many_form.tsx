import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { useLoaded } from "../../loaded.ts";
import { faultAt } from "../../refusal.ts";
import type { Job } from "../run/job_events.ts";
import { tagRuns, untagRuns } from "./change_many.ts";
import { tags } from "./run_filters_bar.tsx";

export interface TagManyFormProps {
  readonly runs: readonly Job[];
  /** Key of the list that shows them. */
  readonly listKey: string;
  readonly onDone: () => void;
}

/** Adds a tag to many runs at once, or takes one away that some of them have. */
export function TagManyForm({ runs, listKey, onDone }: TagManyFormProps): JSX.Element {
  const tag = useSignal("");
  const known = useLoaded(tags);
  const id = useId();
  const change = useAction(async (act: typeof tagRuns, tag: string) => {
    await act(runs, tag, { key: listKey });
    onDone();
    await tags.load("");
  });
  const theirs = [...new Set(runs.flatMap((run) => run.tags))].toSorted();
  return (
    <Form
      action="Add the tag"
      onSubmit={() => void change.run(tagRuns, tag.value.trim().toLowerCase())}
      isRunning={change.isRunning}
      refusal={change.refusal}
      pointers={["/tag"]}
      disabled={tag.value.trim() === ""}
      beside={<Button onClick={onDone}>Cancel</Button>}
    >
      <Field label="Tag" fault={faultAt(change.refusal, "/tag")}>
        {(attributes) => (
          <>
            <input
              {...attributes}
              list={id}
              autocomplete="off"
              value={tag.value}
              onInput={({ currentTarget }) => tag.value = currentTarget.value}
            />
            <datalist id={id}>{known.value?.map(({ tag }) => <option key={tag} value={tag} />)}</datalist>
          </>
        )}
      </Field>
      {theirs.length === 0 ? null : (
        <div role="group" aria-label="Tags that they have">
          <p class="hint">Take one away:</p>
          <div class="row">
            {theirs.map((one) => (
              <Button
                key={one}
                kind="quiet"
                label={`Take the tag ${one} away`}
                isRunning={change.isRunning}
                onClick={() => void change.run(untagRuns, one)}
              >
                {one} ×
              </Button>
            ))}
          </div>
        </div>
      )}
    </Form>
  );
}
