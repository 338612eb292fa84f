/**
 * Program that runs between the service and the workbook parser. It starts a shell, which sets resource limits that
 * only a shell can set and then becomes the parser. The program passes the request body on and kills the parser when
 * its time is over or when the service closes the input, because the caller has gone or the service was killed.
 *
 * Arguments: the runtime, its folder, the parser's program, the length of the request body in bytes, the time limit in
 * milliseconds, and the processor time limit in seconds.
 */

/**
 * Shell commands that limit the workbook parser: no core dumps, its processor time in seconds (a signal is sent at the
 * limit), and its data memory in KiB. The memory limit includes the half GiB of addresses that the engine reserves for
 * code.
 */
const LIMITS = "ulimit -c 0 && ulimit -S -t $1 && ulimit -d 880000 && shift";
/** Shell command that makes Linux kill the workbook parser when its parent process dies, where `setpriv` exists. */
const DIES_WITH_GUARD = 'setpriv --pdeathsig KILL true 2> /dev/null && set -- setpriv --pdeathsig KILL "$@"';
/**
 * Least POSIX `nice` value of the parser process. The guard adds only what the inherited value lacks, because a process
 * whose priority is lowered twice would get no processor time on a busy machine.
 */
const GIVES_WAY_BY = 10;

const SCRIPT = `${LIMITS} || exit 1; ${DIES_WITH_GUARD}; by=$((${GIVES_WAY_BY} - $(nice)));` +
  ` test $by -gt 0 && set -- nice -n $by "$@"; exec "$@"`;

/**
 * Runtime flags of the workbook parser: it gets no permissions, asks for none, downloads nothing and has a heap of 256
 * MB.
 */
const PARSER_FLAGS = ["--quiet", "--no-prompt", "--cached-only", "--v8-flags=--max-old-space-size=256"];

if (import.meta.main) {
  const [runtime = "", folder = "", program = "", bytes, limitMs, processorSeconds = ""] = Deno.args;
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

/**
 * Passes the request body from the guard's input on to the workbook parser. Resolves when the guard's input ends,
 * whether or not the body was complete.
 */
async function handOn(bytes: number, parser: Deno.ChildProcess): Promise<void> {
  const input = parser.stdin.getWriter();
  // Ignores failed writes to the parser: how the parser ends tells what happened, and waiting for writes would delay
  // noticing the end of the input.
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
    // Ignores the error of killing the parser when it has already ended by itself.
    if (!(error instanceof TypeError)) throw error;
  }
}
