import type { Clock } from "./clock.ts";

/** Type of a log with one line for each event. A log line must never contain a token, password, key or cookie. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = typeof LEVELS[number];

export interface LogSettings {
  readonly logFormat: "text" | "json";
  /** Lowest level of the events that the log prints. */
  readonly logLevel: Level;
}

/**
 * Returns a log that prints one line for each event of at least the level `logLevel`, as text for people or as JSON for
 * machines. Warnings and errors go to standard error.
 */
export function consoleLog(
  { logFormat, logLevel }: LogSettings,
  { clock, print = printLine }: { clock: Clock; print?: (line: string, level: Level) => void },
): Log {
  const write = (level: Level) => (event: string, fields: LogFields = {}): void => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(logLevel)) return;
    const time = new Date(clock.now()).toISOString();
    const line = logFormat === "json"
      ? JSON.stringify({ time, level, event, ...fields })
      : textOf({ time, level, event, fields });
    print(line, level);
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

function textOf(
  { time, level, event, fields }: { time: string; level: Level; event: string; fields: LogFields },
): string {
  const members = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return [time, level, event, ...members.map(([name, value]) => `${name}=${shown(value)}`)].join(" ");
}

/**
 * Returns a value as text for a log line: unchanged if it is one plain word, else in quotes, so that a value cannot
 * forge a second log line.
 */
function shown(value: LogFields[string]): string {
  const text = String(value);
  return /^[\w./:{}@+-]+$/.test(text) ? text : JSON.stringify(text);
}

function printLine(line: string, level: Level): void {
  // deno-lint-ignore no-console
  (level === "warn" || level === "error" ? console.error : console.log)(line);
}
