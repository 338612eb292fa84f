/**
 * Ends a process and every process that it started, directly or through others. Tests start services, browsers and
 * servers; without this an interrupted run would leave them. Where the program `ps` is missing, the process alone ends.
 */
export function endProcesses(pid: number): void {
  // Stops the process before the search for its children, so that it cannot start another one meanwhile.
  signalTo(pid, "SIGSTOP");
  for (const each of [...processesBelow(pid), pid]) signalTo(each, "SIGKILL");
}

/** Returns the ids of all processes that a process started, directly or through others. */
export function processesBelow(pid: number): readonly number[] {
  const parents = parentsOfProcesses();
  const below: number[] = [];
  let level = [pid];
  while (level.length > 0) {
    const known = new Set(level);
    level = parents.filter(([, parent]) => known.has(parent)).map(([child]) => child);
    below.push(...level);
  }
  return below;
}

/** Returns the id of each process of the machine with the id of its parent. Empty where the program `ps` is missing. */
function parentsOfProcesses(): readonly (readonly [child: number, parent: number])[] {
  try {
    const { stdout } = new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid="], stderr: "null" }).outputSync();
    const rows = new TextDecoder().decode(stdout).matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm);
    return [...rows].map(([, child, parent]) => [Number(child), Number(parent)]);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function signalTo(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
