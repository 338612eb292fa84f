import { startStudioProcess } from "./service_process.ts";
import { pricesBody } from "./submission.ts";

/** A studio that a test runs in a process of its own. */
export interface OpenedStudio extends AsyncDisposable {
  /** Address that opens its page in a browser, once. */
  readonly link: string;
  readonly address: string;
  /** Ends the studio as Ctrl-C does, and resolves with its exit code and all that it printed. */
  end(): Promise<{ readonly code: number; readonly output: string }>;
}

export interface StudioOptions {
  readonly args?: readonly string[];
  /** Flags of the runtime, beside those of the task. */
  readonly flags?: readonly string[];
  /** Port; 0 for any free one, as if absent. */
  readonly port?: number;
}

/** Test helper. Starts a studio in a folder. */
export async function openStudio(
  folder: string,
  { args = [], flags = [], port = 0 }: StudioOptions = {},
): Promise<OpenedStudio> {
  const studio = startStudioProcess({ INIT_CWD: folder, HTTP_PORT: String(port) }, args, flags);
  try {
    const link = (await studio.printed(/^ {2}http:\/\/\S+\/studio\/open\//)).trim();
    return {
      link,
      address: new URL(link).origin,
      async end() {
        studio.kill("SIGINT");
        return await studio.ended();
      },
      [Symbol.asyncDispose]: () => studio[Symbol.asyncDispose](),
    };
  } catch (error) {
    await studio[Symbol.asyncDispose]();
    throw error;
  }
}

/** Test helper. Returns a CSV table of prices: a column of days, and one for each of a number of assets. */
export function csvOfPrices(assets: number, days: number): string {
  const { prices: { dates, series } } = pricesBody(assets, days);
  const rows = dates.map((day, row) => [day, ...Object.values(series).map((values) => values[row])].join(","));
  return `${["Date", ...Object.keys(series)].join(",")}\n${rows.join("\n")}\n`;
}
