import { noteAbsence } from "./absent_program.ts";
import { SOURCE } from "./running_fleet.ts";

/** The source of an earlier version in a folder of its own, which is removed at the end of its block. */
export interface EarlierSource extends AsyncDisposable {
  readonly source: URL;
}

/** Test helper. Unpacks the source of a commit; null, and noted, where there is none, as in a shallow clone. */
export async function earlierSource(commit: string): Promise<EarlierSource | null> {
  const path = await Deno.makeTempDir({ prefix: "earlier-" });
  const remove = (): Promise<void> => Deno.remove(path, { recursive: true });
  const { success } = await new Deno.Command("bash", {
    args: ["-o", "pipefail", "-c", 'git archive "$0" | tar -x -C "$1"', commit, path],
    cwd: SOURCE,
    stderr: "null",
  }).output();
  if (success) return { source: new URL(`file://${path}/`), [Symbol.asyncDispose]: remove };
  await remove();
  noteAbsence(`commit ${commit}`, `The upgrade is not tried: git has no commit ${commit} here`);
  return null;
}
