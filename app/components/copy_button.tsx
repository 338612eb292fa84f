import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { toast } from "./toasts.tsx";

export interface CopyButtonProps {
  /** Returns the text to copy. */
  readonly text: () => string;
  /** What the button says; "Copy" if absent. */
  readonly label?: string;
  /** What is said once it is copied. */
  readonly said?: string;
}

/** A button that copies a text to the clipboard and says so, also where the browser does not allow it. */
export function CopyButton({ text, label = "Copy", said = "Copied" }: CopyButtonProps): JSX.Element {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      toast(said);
    } catch {
      toast("The browser does not let this page copy: select the text and copy it yourself");
    }
  };
  return <Button kind="quiet" onClick={() => void copy()}>{label}</Button>;
}
