import type { ComponentChildren, JSX, TargetedMouseEvent } from "preact";

export interface ButtonProps {
  /** `primary` for what the page is for, one in view; `danger` for what cannot be undone; `quiet` beside text. */
  readonly kind?: "primary" | "plain" | "danger" | "quiet";
  readonly type?: "button" | "submit";
  /** Whether what the button does is being done: it stays where the focus is and does nothing more. */
  readonly isRunning?: boolean;
  readonly disabled?: boolean;
  /** Name for a screen reader, where the text of the button says too little without its surroundings. */
  readonly label?: string;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  readonly children: ComponentChildren;
}

export function Button(
  { kind = "plain", type = "button", isRunning = false, disabled = false, label, onClick, children }: ButtonProps,
): JSX.Element {
  return (
    <button
      type={type}
      class={`button button-${kind}`}
      disabled={disabled}
      aria-disabled={isRunning || undefined}
      aria-busy={isRunning || undefined}
      aria-label={label}
      onClick={(event) => {
        if (isRunning) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}
