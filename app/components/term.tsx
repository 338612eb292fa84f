import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

export interface TermProps {
  /** The word, as it stands in the text. */
  readonly children: ComponentChildren;
  /** What it means, of the service's registries. */
  readonly definition: ComponentChildren;
}

/** A word with its definition, which appears by hover, by tap and by focus, and goes by Escape. */
export function Term({ children, definition }: TermProps): JSX.Element {
  const id = useId();
  const isDismissed = useSignal(false);
  return (
    <span
      class="term"
      data-dismissed={isDismissed.value || undefined}
      onMouseLeave={() => isDismissed.value = false}
    >
      <button
        type="button"
        aria-describedby={id}
        onBlur={() => isDismissed.value = false}
        onKeyDown={({ key }) => {
          if (key === "Escape") isDismissed.value = true;
        }}
      >
        {children}
      </button>
      <span role="tooltip" id={id}>{definition}</span>
    </span>
  );
}
