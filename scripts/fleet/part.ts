/** A program of a fleet: how it is started, when it is ready, and how it is told to stop. */
export interface Part {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder in which the program runs. */
  readonly cwd: string;
  /** User of the program; absent for the user of the fleet. */
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly stopSignal: Deno.Signal;
  /** Prepares the program's files, before each start; nothing if absent. */
  readonly prepare?: () => Promise<void>;
  /** Whether the started program serves. A rejection counts as no. */
  readonly isReady: () => Promise<boolean>;
}

/** A fault of the machine or of the use of the fleet, in a sentence for the operator that says what to do. */
export class FleetError extends Error {
  override readonly name = "FleetError";
}
