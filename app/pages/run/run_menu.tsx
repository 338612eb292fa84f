import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useAction } from "../../action.ts";
import { api, changed, deleted } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { TextField } from "../../components/text_field.tsx";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { faultAt } from "../../refusal.ts";
import { jobRecord } from "./followed_job.ts";
import type { Job } from "./job_events.ts";
import { titleOf } from "./run_title.ts";

/** What can be done with a run that has ended: change and send it again, rename it, delete it. */
export function RunMenu({ job }: { readonly job: Job }): JSX.Element {
  const isRenaming = useSignal(false);
  const isDeleting = useSignal(false);
  return (
    <>
      <a class="button" href={changedRunPath(job.run_id)}>Change and send again</a>
      {job.status === "succeeded"
        ? <a class="button" href={`/app/runs?status=succeeded&with=${encodeURIComponent(job.run_id)}`}>Compare</a>
        : null}
      <Button onClick={() => isRenaming.value = true}>Rename</Button>
      <Button kind="danger" onClick={() => isDeleting.value = true}>Delete</Button>
      <Dialog title="Rename the run" isOpen={isRenaming.value} onClose={() => isRenaming.value = false}>
        <Rename job={job} onDone={() => isRenaming.value = false} />
      </Dialog>
      <Dialog title="Delete the run" isOpen={isDeleting.value} onClose={() => isDeleting.value = false}>
        <Delete job={job} onCancel={() => isDeleting.value = false} />
      </Dialog>
    </>
  );
}

/** Returns the path of the page that composes a run, filled in with the request of an earlier one. */
export function changedRunPath(id: string): string {
  return `/app/new?from=${encodeURIComponent(id)}`;
}

function Rename({ job, onDone }: { readonly job: Job; readonly onDone: () => void }): JSX.Element {
  const name = useSignal(job.name ?? "");
  const renaming = useAction(async () => {
    const before = job.name;
    await rename(job.run_id, name.value.trim());
    onDone();
    const undo = before === null ? null : () => void rename(job.run_id, before).catch(toastRefusal);
    toast("Renamed", undo);
  });
  return (
    <Form
      action="Rename"
      onSubmit={() => void renaming.run()}
      isRunning={renaming.isRunning}
      refusal={renaming.refusal}
      pointers={["/name"]}
      beside={<Button onClick={onDone}>Cancel</Button>}
    >
      <TextField label="Name" value={name} required fault={faultAt(renaming.refusal, "/name")} />
    </Form>
  );
}

async function rename(id: string, name: string): Promise<void> {
  const change = api.PATCH("/jobs/{run_id}", { params: { path: { run_id: id } }, body: { name } });
  const job = await changed(change, { what: "run", reread: () => jobRecord.load(id) });
  jobRecord.known(id).value = { value: job, refusal: null, isWaiting: false };
}

function Delete({ job, onCancel }: { readonly job: Job; readonly onCancel: () => void }): JSX.Element {
  const { route } = useLocation();
  const deleting = useAction(async () => {
    await deleted(api.DELETE("/jobs/{run_id}", { params: { path: { run_id: job.run_id } } }));
    toast(`Deleted ${titleOf(job)}`);
    route("/app/runs", true);
  });
  return (
    <Form
      action="Delete for good"
      kind="danger"
      onSubmit={() => void deleting.run()}
      isRunning={deleting.isRunning}
      refusal={deleting.refusal}
      beside={<Button onClick={onCancel}>Cancel</Button>}
    >
      <p>
        <strong>
          <bdi>{titleOf(job)}</bdi>
        </strong>{" "}
        goes with its result, its files, its simulations and its backtests. This cannot be undone, and the quota is not
        given back.
      </p>
    </Form>
  );
}
