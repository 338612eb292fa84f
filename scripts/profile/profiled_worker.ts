/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import "./tell_times.ts";
import "../../src/jobs/worker.ts";
