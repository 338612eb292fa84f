import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

export interface SectionProps {
  readonly title: string;
  /** What stands beside the title, such as how many were chosen. */
  readonly count?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the form of a run, with its heading. */
export function Section({ title, count, children }: SectionProps): JSX.Element {
  const id = useId();
  return (
    <section class="card composer-section" aria-labelledby={id}>
      <h2 id={id}>
        {title} {count === undefined || count === 0 ? null : <span class="muted">{count}</span>}
      </h2>
      {children}
    </section>
  );
}
