import { printable } from "../printable.ts";
import type { Progress } from "../../src/computations/computation.ts";

const WIDTH = 30;
const SHOWN_AFTER_MS = 1_000;

/**
 * Shows a progress bar on the standard error. The bar appears only on a terminal, and only where the work lasts longer
 * than a second or the given time.
 */
export class ProgressBar {
  #last: Progress = { phase: "", fraction: 0 };
  #drawn = false;
  readonly #timer: ReturnType<typeof setTimeout> | null;

  constructor({ shownAfterMs = SHOWN_AFTER_MS }: { shownAfterMs?: number } = {}) {
    this.#timer = Deno.stderr.isTerminal()
      ? setTimeout(() => {
        this.#drawn = true;
        this.#draw();
      }, shownAfterMs)
      : null;
  }

  show(progress: Progress): void {
    this.#last = progress;
    if (this.#drawn) this.#draw();
  }

  /** Clears the line of the progress bar on the terminal. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#drawn) write("\r\x1b[2K");
    this.#drawn = false;
  }

  #draw(): void {
    write(`\r\x1b[2K${barOf(this.#last)}`);
  }
}

/** Returns the progress bar as text: `[===== ] 50 % phase`. */
function barOf({ phase, fraction }: Progress): string {
  const done = Math.round(WIDTH * fraction);
  return `[${"=".repeat(done)}${" ".repeat(WIDTH - done)}] ${String(Math.round(100 * fraction)).padStart(3)} % ${
    printable(phase)
  }`;
}

function write(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}
