type Percentiles = Readonly<Record<string, number>>;

/** As much of a Monte Carlo simulation as its charts show. */
export interface SimulationFigures {
  /** The key of the method that was simulated. */
  readonly method: string;
  /** Null where it is not known. */
  readonly currency: string | null;
  readonly frequency: "daily" | "weekly" | "monthly";
  readonly plan: SimulationPlanFigures;
  readonly detail: SimulationDetailFigures;
  /** The initial value and the contributions up to each step of the fan: what value at risk is held against. */
  readonly paidIn: readonly number[];
}

/** The plan of a simulation is one. */
export interface SimulationPlanFigures {
  readonly model: string;
  readonly initialValue: number;
  readonly goal: number | null;
}

/** The detail of a simulation is one. */
export interface SimulationDetailFigures {
  readonly paths: number;
  readonly horizon: number;
  readonly terminal: { readonly median: number; readonly percentiles: Percentiles };
  readonly probability_of_loss: number;
  readonly probability_of_goal: number | null;
  readonly fan: {
    readonly steps: readonly number[];
    readonly percentiles: Readonly<Record<string, readonly number[]>>;
  };
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
  /** At the steps of the fan. */
  readonly sample_paths: readonly (readonly number[])[];
}
