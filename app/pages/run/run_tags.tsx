import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useAction } from "../../action.ts";
import { answered, api, done } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Form } from "../../components/form.tsx";
import { TextField } from "../../components/text_field.tsx";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { faultAt } from "../../refusal.ts";
import { jobRecord } from "./followed_job.ts";
import type { Job } from "./job_events.ts";

/** The tags of a run, which can be taken away and added to. */
export function RunTags({ job }: { readonly job: Job }): JSX.Element {
  const isOpen = useSignal(false);
  const tag = useSignal("");
  const adding = useAction(async () => {
    await addTag(job.run_id, tag.value.trim());
    tag.value = "";
    setOpen(false);
  });
  const place = useRef<HTMLDivElement>(null);
  const setOpen = (next: boolean): void => {
    isOpen.value = next;
    // What had the focus is gone with the click, and who uses a keyboard would begin at the head of the page again.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(next ? "input" : ".button")?.focus());
  };
  return (
    <div class="run-tags" ref={place}>
      <ul class="tag-list" aria-label="Tags">
        {job.tags.map((one) => (
          <li key={one} class="tag">
            <bdi>{one}</bdi>
            <button type="button" aria-label={`Remove the tag ${one}`} onClick={() => void takeAway(job.run_id, one)}>
              ×
            </button>
          </li>
        ))}
      </ul>
      {isOpen.value
        ? (
          <Form
            action="Add"
            kind="plain"
            onSubmit={() => void adding.run()}
            isRunning={adding.isRunning}
            refusal={adding.refusal}
            pointers={["/tag"]}
            beside={<Button kind="quiet" onClick={() => setOpen(false)}>Cancel</Button>}
          >
            <TextField label="Tag" value={tag} required fault={faultAt(adding.refusal, "/tag")} />
          </Form>
        )
        : <Button kind="quiet" onClick={() => setOpen(true)}>Add a tag</Button>}
    </div>
  );
}

async function addTag(id: string, tag: string): Promise<void> {
  const { tags } = await answered(api.POST("/runs/{run_id}/tags", { params: { path: { run_id: id } }, body: { tag } }));
  show(id, tags);
}

async function takeAway(id: string, tag: string): Promise<void> {
  try {
    await done(api.DELETE("/runs/{run_id}/tags/{tag_name}", { params: { path: { run_id: id, tag_name: tag } } }));
    show(id, (jobRecord.known(id).value.value?.tags ?? []).filter((one) => one !== tag));
    toast(`Removed the tag ${tag}`, () => void addTag(id, tag).catch(toastRefusal));
  } catch (error) {
    toastRefusal(error);
  }
}

/** Shows the tags that a run has now. */
function show(id: string, tags: readonly string[]): void {
  const known = jobRecord.known(id);
  if (known.value.value !== null) known.value = { ...known.value, value: { ...known.value.value, tags: [...tags] } };
}
