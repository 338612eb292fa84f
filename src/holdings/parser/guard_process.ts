/**
 * The program between the service and the parser of workbooks. It may start a shell, which sets the limits that only a
 * shell can and becomes the parser; it hands on the body and sees to the end of the parser: where its time is over, and
 * where the service closes the input, be it that nobody waits any more or that it was killed.
 *
 * Arguments: the runtime, its folder, the parser's program, how many bytes the body has, how many milliseconds it may
 * take, and how many seconds of a processor.
 */

/**
 * Of what the parser may take beside the half GiB of addresses that the engine sets aside for code, in KiB; its
 * processor time, at the end of which it is told so by a signal; and no picture of its memory on the disk.
 */
const LIMITS = "ulimit -c 0 && ulimit -S -t $1 && ulimit -d 880000 && shift";
/** Where Linux has the program for it, the parser is killed with its guard. */
const DIES_WITH_GUARD = 'setpriv --pdeathsig KILL true 2> /dev/null && set -- setpriv --pdeathsig KILL "$@"';
/** In all: one that gives way twice gets no turn on a machine that is busy. */
const GIVES_WAY_BY = 10;

const SCRIPT = `${LIMITS} || exit 1; ${DIES_WITH_GUARD}; by=$((${GIVES_WAY_BY} - $(nice)));` +
  ` test $by -gt 0 && set -- nice -n $by "$@"; exec "$@"`;

/** Neither files nor the network nor the environment, and nothing is fetched or asked for. */
const PARSER_FLAGS = ["--quiet", "--no-prompt", "--cached-only", "--v8-flags=--max-old-space-size=256"];

if (import.meta.main) {
  const [runtime, folder, program, bytes, limitMs, processorSeconds] = Deno.args;
  const parser = new Deno.Command("/bin/sh", {
    args: ["-c", SCRIPT, "sh", processorSeconds, runtime, "run", ...PARSER_FLAGS, program],
    clearEnv: true,
    env: { DENO_DIR: folder },
    stdin: "piped",
    stdout: "inherit",
    stderr: "null",
  }).spawn();
  setTimeout(() => endParser(parser), Number(limitMs));
  void handOn(Number(bytes), parser).finally(() => endParser(parser));
  const { code } = await parser.status;
  Deno.exit(code);
}

/** Hands on the body, and resolves at the end of the input, be the body there or not. */
async function handOn(bytes: number, parser: Deno.ChildProcess): Promise<void> {
  const input = parser.stdin.getWriter();
  // What the parser does not take is told by how it ends: the end of the input must not wait for it.
  const ignored = (): undefined => undefined;
  let left = bytes;
  for await (const chunk of Deno.stdin.readable) {
    if (left === 0) continue;
    const part = chunk.subarray(0, left);
    left -= part.length;
    input.write(part).catch(ignored);
    if (left === 0) input.close().catch(ignored);
  }
}

function endParser(parser: Deno.ChildProcess): void {
  try {
    parser.kill("SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof TypeError)) throw error;
  }
}
