import type { ComponentChildren, JSX } from "preact";

export interface EmptyProps {
  /** What is not there, for example "No runs yet". */
  readonly title: string;
  /** What to do first. */
  readonly children: ComponentChildren;
  /** The one button or link that does it. */
  readonly action?: ComponentChildren;
}

/** What a page shows where there is nothing yet: what it would show, and what to do first. */
export function Empty({ title, children, action }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div class="prose">{children}</div>
      {action === undefined ? null : <div class="row">{action}</div>}
    </div>
  );
}
