import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface PageHeadProps {
  readonly title: ComponentChildren;
  /** One sentence on what the page is for. */
  readonly lead?: ComponentChildren;
  /** Buttons and links of the whole page. */
  readonly actions?: ComponentChildren;
}

/** Whether a page was shown before, so that the focus follows the person from page to page. */
let isFirst = true;

/** Head of a page. It takes the focus when the page is opened from another one, so that a screen reader says it. */
export function PageHead({ title, lead, actions }: PageHeadProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <header class="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>{title}</h1>
        {lead === undefined ? null : <p class="lead">{lead}</p>}
      </div>
      {actions === undefined ? null : <div class="row">{actions}</div>}
    </header>
  );
}
