import type { ComponentChildren, JSX } from "preact";
import { useAction } from "../action.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

export interface ConfirmProps {
  /** The question, for example "Revoke the key?". */
  readonly title: string;
  /** What the button of the dialog says, for example "Revoke". */
  readonly action: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Does it. Throws a `Refusal` where the service refuses, which the dialog then shows. */
  readonly onConfirm: () => Promise<void>;
  /** What happens then, and what cannot be undone. */
  readonly children: ComponentChildren;
  readonly disabled?: boolean;
}

/** Asks before something is done that cannot be undone. */
export function Confirm(
  { title, action, isOpen, onClose, onConfirm, children, disabled = false }: ConfirmProps,
): JSX.Element {
  const doing = useAction(onConfirm);
  const close = (): void => {
    doing.reset();
    onClose();
  };
  const run = async (): Promise<void> => {
    if (await doing.run()) onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <Form
        action={action}
        kind="danger"
        onSubmit={() => void run()}
        isRunning={doing.isRunning}
        refusal={doing.refusal}
        disabled={disabled}
        beside={<Button onClick={close}>Cancel</Button>}
      >
        {children}
      </Form>
    </Dialog>
  );
}
