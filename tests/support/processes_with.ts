/** A running process: its id, its parent's id and its command line. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * Shell command that lists all processes. It reads `/proc` where `ps` is not installed, and skips processes that end
 * meanwhile.
 */
const COMMAND = `if command -v ps > /dev/null; then exec ps -A -o pid=,ppid=,args=; fi
for process in /proc/[0-9]*; do
  { IFS= read -r stat < $process/stat && echo "$(echo "$stat" | sed 's/ (.*) . / /' | cut -d ' ' -f 1,2)" \\
    "$(tr '\\0\\n' '  ' < $process/cmdline)"; } 2> /dev/null
done`;

/**
 * Returns the processes of this machine whose command line contains the given text, such as the name of a folder that
 * only one test uses.
 */
export async function processesWith(part: string): Promise<readonly RunningProcess[]> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", COMMAND], stderr: "null" }).output();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line) ?? [];
    return command?.includes(part) ? [{ pid: Number(pid), parent: Number(parent), command: command.trim() }] : [];
  });
}
