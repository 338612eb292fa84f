import type { ComponentChildren, JSX } from "preact";
import { Term } from "../components/term.tsx";
import { useLoaded } from "../loaded.ts";
import { Definition } from "./definition.tsx";
import { glossary } from "./glossary.ts";
import type { Kind } from "./glossary_entries.ts";

export interface DefinedProps {
  readonly kind: Kind;
  /** Word of the service for the term, such as `sharpe_ratio`. */
  readonly id: string;
  /** The term as it stands in the text; its name if absent. */
  readonly children?: ComponentChildren;
}

/** A term of the service, with its definition and formula at hand. While these are not read it is only the term. */
export function Defined({ kind, id, children }: DefinedProps): JSX.Element {
  const entry = useLoaded(glossary).value?.find((one) => one.kind === kind && one.id === id);
  if (entry === undefined) return <>{children ?? id}</>;
  return <Term definition={<Definition kind={kind} id={id} />}>{children ?? entry.name}</Term>;
}
