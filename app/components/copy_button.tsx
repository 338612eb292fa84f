import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { toast } from "./toasts.tsx";

export interface CopyButtonProps {
  /** Returns the text to copy. */
  readonly text: () => string | Promise<string>;
  /** What the button says; "Copy" if absent. */
  readonly label?: string;
  /** What is copied, for a screen reader, where several buttons say the same. */
  readonly of?: string;
  /** What is said once it is copied. */
  readonly said?: string;
}

/** A button that copies a text to the clipboard and says so, also where the browser does not allow it. */
export function CopyButton({ text, label = "Copy", of, said = "Copied" }: CopyButtonProps): JSX.Element {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      toast(said);
    } catch {
      toast("The browser does not let this page copy: select the text and copy it yourself");
    }
  };
  const name = of === undefined ? {} : { label: `${label}: ${of}` };
  return <Button kind="quiet" {...name} onClick={() => void copy()}>{label}</Button>;
}
