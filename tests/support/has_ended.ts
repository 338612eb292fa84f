/** Test helper. Returns whether no process has this id. */
export function hasEnded(process: number): boolean {
  try {
    Deno.kill(process, "SIGCONT");
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}
