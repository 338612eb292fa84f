import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { TextField } from "../../components/text_field.tsx";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { faultAt } from "../../refusal.ts";
import type { Comparison } from "../runs/compare_runs.ts";
import { changeComparison } from "./change_comparison.ts";

export interface RenameComparisonProps {
  /** The comparison that is renamed; null while none is. */
  readonly item: Comparison | null;
  readonly onClose: () => void;
}

/** Asks for another name of a comparison. */
export function RenameComparison({ item, onClose }: RenameComparisonProps): JSX.Element {
  return (
    <Dialog title="Rename the comparison" isOpen={item !== null} onClose={onClose}>
      {item === null ? null : <RenameForm item={item} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({ item, onClose }: { readonly item: Comparison; readonly onClose: () => void }): JSX.Element {
  const name = useSignal(item.name);
  const renaming = useAction(async () => {
    await changeComparison(item, { name: name.value.trim() });
    onClose();
    const undo = (): void => void changeComparison(item, { name: item.name }).catch(toastRefusal);
    toast("Renamed", undo);
  });
  return (
    <Form
      action="Rename"
      onSubmit={() => void renaming.run()}
      isRunning={renaming.isRunning}
      refusal={renaming.refusal}
      pointers={["/name"]}
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField label="Name" value={name} required fault={faultAt(renaming.refusal, "/name")} />
    </Form>
  );
}
