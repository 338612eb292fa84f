import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { told } from "../format/told.ts";
import { openDialogs } from "./open_dialogs.ts";
import { Toasts } from "./toasts.tsx";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called when the person closes the dialog, also by Escape. Absent where the dialog must be answered. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** Where a person begins who opens a dialog with something to be filled in. */
const FIRST_FIELD = ":is(input:not([type=checkbox], [type=radio], [type=file]), select, textarea):enabled";

/**
 * A dialog over the page, by the browser's own: it keeps the focus and gives it back. The first field in it
 * has the focus, and otherwise the button that closes it. Its content ends with it.
 */
export function Dialog({ title, isOpen, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the browser takes the next key or click, which would otherwise still meet the page below.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || element === null) return;
    element.showModal();
    const field = element.querySelector<HTMLElement>(FIRST_FIELD);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
    openDialogs.value++;
    return () => {
      openDialogs.value--;
      // Also where the dialog itself goes: a browser gives the focus back only by this.
      element.close();
    };
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        if (!isOpen || dialog.current === null) return;
        // A browser may close a dialog by itself, for example at a second Escape.
        if (onClose === undefined) dialog.current.showModal();
        else onClose();
      }}
    >
      {isOpen
        ? (
          <>
            <header class="dialog-head">
              <h2 id={id}>{told(title)}</h2>
              {onClose === undefined
                ? null
                : <button type="button" class="close" aria-label="Close" onClick={onClose}>×</button>}
            </header>
            {children}
            <Toasts isInDialog />
          </>
        )
        : null}
    </dialog>
  );
}
