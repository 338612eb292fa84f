import type { MethodResult, RunResult } from "../../../src/documents/run_result.ts";
import { answered, api } from "../../api.ts";
import { type Loadable, loadable } from "../../loaded.ts";
import { received } from "../../refusal.ts";
import { parseInPieces } from "./parse_in_pieces.ts";

export type { MethodResult, RunResult };
/** The results of runs by their ids. They never change, so each is read once. */
export const runResult: Loadable<RunResult> = loadable(async (id, signal): Promise<RunResult> => {
  const known = runResult.known(id).value.value;
  if (known !== null) return known;
  const text = await answered(
    api.GET("/jobs/{run_id}/result", { params: { path: { run_id: id } }, parseAs: "text", signal }),
  );
  // The contract of the service gives the document this shape, as the typed client would say of a parsed answer.
  return await received(parseInPieces(text)) as RunResult;
});

/** The requests of runs by their ids. */
export const runConfig = loadable(readConfig);

/** The request of a run as the service keeps it, with every default filled in. */
export type RunConfig = Awaited<ReturnType<typeof readConfig>>;

function readConfig(id: string, signal: AbortSignal) {
  return answered(api.GET("/jobs/{run_id}/config", { params: { path: { run_id: id } }, signal }));
}
