import type { JSX } from "preact";
import { useLoaded } from "../loaded.ts";
import { Prose } from "../pages/new/prose.tsx";
import { glossary } from "./glossary.ts";
import type { Kind } from "./glossary_entries.ts";

export interface DefinitionProps {
  readonly kind: Kind;
  /** Word of the service for the term, such as `sharpe_ratio`. */
  readonly id: string;
}

/** What the service says of a term: its definition, its formula and its source. Nothing while it is not read. */
export function Definition({ kind, id }: DefinitionProps): JSX.Element | null {
  const entry = useLoaded(glossary).value?.find((one) => one.kind === kind && one.id === id);
  return entry === undefined ? null : <Prose markdown={entry.description} />;
}
