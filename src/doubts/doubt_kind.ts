import type { Doubt, DoubtSeverity, Evidence } from "../domain/doubt.ts";

/** Definition of a kind of doubt. Each kind is one file of `kinds/`. */
export interface DoubtKindDefinition<Facts extends Readonly<Record<string, Evidence>>> {
  /** Id of the kind, in snake case. Clients compare it, so it never changes. */
  readonly id: string;
  readonly severity: DoubtSeverity;
  /** One sentence for the catalogue: when the doubt is raised, with its thresholds. */
  readonly meaning: string;
  /** Returns the sentence of one doubt of this kind, from its assets and its evidence. */
  detail(assets: readonly string[], facts: Facts): string;
}

/** Kind of doubt: its entry in the catalogue, and the function that raises a doubt of this kind. */
export interface DoubtKind<Facts extends Readonly<Record<string, Evidence>> = Readonly<Record<string, Evidence>>>
  extends Pick<DoubtKindDefinition<Facts>, "id" | "severity" | "meaning"> {
  /** Raises a doubt about assets, which may be none, with the evidence on which it rests. */
  about(assets: readonly string[], facts: Facts): Doubt;
}

/** Makes a kind of doubt from its definition. */
export function doubtKind<Facts extends Readonly<Record<string, Evidence>>>(
  { id, severity, meaning, detail }: DoubtKindDefinition<Facts>,
): DoubtKind<Facts> {
  return {
    id,
    severity,
    meaning,
    about: (assets, facts) => ({ code: id, severity, assets, detail: detail(assets, facts), evidence: facts }),
  };
}
