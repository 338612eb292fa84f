import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

export interface DropZoneProps {
  /** What the button says, for example "Choose a file". */
  readonly label: string;
  /** Endings and types of files that are offered, as in the attribute of an input. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** What files are taken. */
  readonly children: ComponentChildren;
}

/** A place for a file: it is dropped there, or chosen by the button. */
export function DropZone({ label, accept, onFile, children }: DropZoneProps): JSX.Element {
  const id = useId();
  const isOver = useSignal(false);
  const take = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      class="drop-zone"
      data-over={isOver.value || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => isOver.value = false}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <input
        type="file"
        class="unseen"
        id={id}
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again after it was changed.
          currentTarget.value = "";
        }}
      />
      <label class="button" for={id}>{label}</label>
      <span class="drop-hint" aria-hidden="true">or drop it here</span>
      <p class="hint" id={`${id}-hint`}>{children}</p>
    </div>
  );
}
