import { openTelemetry } from "../../src/runtime/telemetry.ts";

// Program of a test: exports one gauge that cannot be read and one that can, until its standard input ends.
const telemetry = openTelemetry();
telemetry.observe("jobs.queued", () => Promise.reject(new Error("the store is away")));
telemetry.observe("process.memory", () => [{ value: 1_024, attributes: { part: "resident" } }]);
await Deno.stdin.readable.pipeTo(new WritableStream());
