/** A process by its id and its command line. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes of this machine whose command lines have a part, as a folder that only one test knows. */
export async function processesWith(part: string): Promise<readonly RunningProcess[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid=,stat=,args="] }).output();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [, pid, parent, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // What has ended and is not taken note of yet runs no more.
    const isOther = pid === undefined || stat.startsWith("Z") || !command.includes(part);
    return isOther ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
