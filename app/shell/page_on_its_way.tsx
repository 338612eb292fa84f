import type { JSX } from "preact";
import { Waiting } from "../components/waiting.tsx";

export interface PageOnItsWayProps {
  readonly title: string;
  /** What is being done, for example "Loading the page". */
  readonly phase: string;
}

/**
 * What stands in place of a page that cannot be shown yet: its title and what it waits for. The title does not take the
 * focus, which the page itself gives to its heading.
 */
export function PageOnItsWay({ title, phase }: PageOnItsWayProps): JSX.Element {
  return (
    <>
      <header class="page-head">
        <h1 class="on-its-way">{title}</h1>
      </header>
      <Waiting phase={phase} />
    </>
  );
}
