import assert from "node:assert/strict";
import HOUSE from "./lint_imports.ts";

function messages(file: string, source: string): string[] {
  return Deno.lint.runPlugin(HOUSE, file, source).map((diagnostic) => diagnostic.message);
}

const REFUSED_IMPORTS: readonly (readonly [file: string, source: string])[] = [
  ["src/domain/asset.ts", 'import { row } from "../measures/mod.ts";'],
  ["src/domain/asset.ts", 'import type { Statistics } from "../kernels/statistics.ts";'],
  ["src/domain/asset.ts", 'import { readFile } from "node:fs/promises";'],
  ["src/domain/asset.ts", 'import assert from "node:assert/strict";'],
  ["src/domain/asset.ts", 'import fc from "fast-check";'],
  ["src/domain/asset_test.ts", 'import fc from "fast-check";'],
  ["tests/http/jobs_test.ts", 'import fc from "fast-check";'],
  ["src/domain/asset.ts", 'import { z } from "npm:zod@4";'],
  ["src/domain/asset.ts", 'import { z } from "https://example.org/zod.ts";'],
  ["src/domain/asset.ts", 'export * from "../store/mod.ts";'],
  ["src/domain/asset.ts", 'export { a } from "../store/mod.ts";'],
  ["src/domain/asset.ts", 'const a = await import("../store/mod.ts");'],
  ["src/domain/asset.ts", "const a = await import(`../store/mod.ts`);"],
  ["src/domain/asset.ts", "const a = await import(name);"],
  ["src/domain/asset.ts", 'let a: import("../store/jobs.ts").JobRepository;'],
  ["src/domain/asset.ts", 'import a = require("../store/mod.ts");'],
  ["src/domain/asset.ts", 'import { a } from "./asset_test.ts";'],
  ["src/domain/asset.ts", 'import { a } from "../../scripts/optimize.ts";'],
  ["src/domain/asset.ts", 'import { a } from "../../tests/support/a.ts";'],
  ["src/domain/asset.ts", 'import data from "../../../shared/a.json" with { type: "json" };'],
  ["src/kernels/normal_matrix.ts", 'import { HingeSolver } from "../optimization/engines/hinges/hinge_solver.ts";'],
  ["src/kernels/mod.ts", 'import { solveProgram } from "../optimization/solve_program.ts";'],
  [
    "src/optimization/engines/hinges/normal_factor.ts",
    'import { NormalMatrices } from "../../../kernels/normal_matrix.ts";',
  ],
  [
    "src/optimization/engines/hinges/normal_factor.ts",
    'import { Status } from "../../../../wasm/build/core_interface.ts";',
  ],
  ["src/measures/cagr.ts", 'import { loadKernels } from "../kernels/mod.ts";'],
  ["src/measures/cagr.ts", 'import { type Kernels, loadKernels } from "../kernels/mod.ts";'],
  ["src/measures/cagr.ts", 'import "../kernels/statistics.ts";'],
  ["src/measures/cagr.ts", 'import { sample } from "../estimation/covariance/sample.ts";'],
  ["src/estimation/returns.ts", 'import { METHODS } from "../optimization/methods/mod.ts";'],
  ["src/optimization/program.ts", 'const url = new URL("../../wasm/build/core.wasm", import.meta.url);'],
  ["src/optimization/program.ts", 'import * as core from "../../wasm/build/core.wasm";'],
  ["src/optimization/program.ts", 'import init from "../../solver/pkg/conic_solver.js";'],
  ["src/optimization/program.ts", 'import { serve } from "../http/mod.ts";'],
  ["src/jobs/submit.ts", 'import { minVolatility } from "../optimization/methods/min_volatility.ts";'],
  ["src/jobs/submit.ts", 'import { loadKernels } from "../kernels/mod.ts";'],
  ["src/jobs/submit.ts", 'import type { Kernels } from "../kernels/mod.ts";'],
  ["src/jobs/submit.ts", 'import { endpoint } from "../http/endpoint.ts";'],
  ["src/jobs/submit.ts", 'import { createApp } from "../app.ts";'],
  ["src/jobs/submit.ts", 'import { COMPUTATIONS } from "../computations/mod.ts";'],
  ["src/jobs/kinds/backtest_work.ts", 'import { solve } from "../../optimization/program.ts";'],
  ["src/computations/optimization.ts", 'import { store } from "../store/mod.ts";'],
  ["src/computations/optimization.ts", 'import type { Job } from "../jobs/job_work.ts";'],
  ["src/request/run.ts", 'import { estimate } from "../estimation/returns.ts";'],
  ["src/faults/fault_list.ts", 'import { request } from "../request/request.ts";'],
  ["src/http/endpoint.ts", 'import { program } from "../optimization/program.ts";'],
  ["src/http/endpoint.ts", 'import { dependencies } from "../dependencies.ts";'],
  ["src/store/jobs.ts", 'import { submit } from "../jobs/submit.ts";'],
  ["src/store/jobs.ts", 'import { loadConfig } from "../config.ts";'],
  ["src/market_data/cache.ts", 'new Worker(new URL("../jobs/worker.ts", import.meta.url));'],
  ["src/market_data/cache.ts", 'import.meta.resolve("../jobs/worker.ts");'],
  ["src/config.ts", 'import { createApp } from "./app.ts";'],
  ["src/app.ts", 'import { createDependencies } from "./dependencies.ts";'],
  ["src/background.ts", 'import { runJobs } from "./jobs/runner.ts";'],
  ["src/utils.ts", 'import { DomainError } from "./domain/errors.ts";'],
  ["src/helpers/text.ts", 'import { DomainError } from "../domain/errors.ts";'],
  ["app/pages/run.tsx", 'import { isEnded } from "../../src/domain/job.ts";'],
  ["app/pages/run.tsx", 'import { figures } from "../../src/documents/figures.ts";'],
  ["app/pages/run.tsx", 'import { z } from "zod";'],
  ["app/pages/run.tsx", 'import { readFile } from "node:fs/promises";'],
  ["app/pages/run.tsx", "const page = await import(name);"],
];

const GRANTED_IMPORTS: readonly (readonly [file: string, source: string])[] = [
  ["app/pages/run.tsx", 'import { api } from "../api.ts";'],
  ["app/pages/run.tsx", 'import { useState } from "preact/hooks";'],
  ["app/pages/run.tsx", 'import { signal } from "@preact/signals";'],
  ["app/pages/run.tsx", 'import { colourOf } from "../../src/reports/charts/palette.ts";'],
  ["app/pages/run.tsx", 'import type { Figures } from "../../src/documents/figures.ts";'],
  ["app/api.ts", 'import { serviceClient } from "../clients/typescript/mod.ts";'],
  ["app/refusal_test.ts", 'import assert from "node:assert/strict";'],
  ["src/domain/asset.ts", 'import { z } from "zod";'],
  ["src/domain/asset.ts", 'import { z } from "zod/v4";'],
  ["src/domain/asset.ts", 'import { DomainError } from "./errors.ts";'],
  ["src/domain/asset_test.ts", 'import assert from "node:assert/strict";'],
  ["src/domain/asset_test.ts", 'import fc from "../../tests/support/fast_check.ts";'],
  ["tests/support/fast_check.ts", 'import fc from "fast-check";'],
  ["src/domain/asset_test.ts", 'import { loadKernels } from "../kernels/mod.ts";'],
  ["src/domain/asset_test.ts", 'import { nearly } from "../../tests/support/nearly.ts";'],
  ["src/domain/asset.ts", 'const table = new URL("./table.csv", import.meta.url);'],
  ["src/kernels/mod.ts", 'import { HingeSolver } from "../optimization/engines/hinges/hinge_solver.ts";'],
  ["src/kernels/core_instance.ts", 'import * as core from "../../wasm/build/core.wasm";'],
  ["src/kernels/core_instance.ts", 'const url = new URL("../../solver/pkg/conic_solver_bg.wasm", import.meta.url);'],
  ["src/measures/cagr.ts", 'import type { Statistics } from "../kernels/statistics.ts";'],
  ["src/measures/cagr.ts", 'import { type Statistics } from "../kernels/statistics.ts";'],
  ["src/measures/cagr.ts", 'let statistics: import("../kernels/statistics.ts").Statistics;'],
  ["src/measures/cagr.ts", 'export type { Statistics } from "../kernels/statistics.ts";'],
  ["src/estimation/covariance/sample.ts", 'import { z } from "zod";'],
  ["src/optimization/methods/min_cvar.ts", 'import { MEASURES } from "../../measures/mod.ts";'],
  ["src/optimization/methods/min_cvar.ts", 'import { ProgramBuilder } from "../program_builder.ts";'],
  ["src/simulation/backtest/walk.ts", 'import { METHODS } from "../../optimization/methods/mod.ts";'],
  ["src/request/run.ts", 'import { METHODS } from "../optimization/methods/mod.ts";'],
  ["src/jobs/submit.ts", 'import type { Dependencies } from "../dependencies.ts";'],
  ["src/jobs/submit.ts", 'import { readSubmission } from "../computations/read_submission.ts";'],
  ["src/computations/optimization.ts", 'import { loadKernels } from "../kernels/mod.ts";'],
  ["src/documents/run_result.ts", 'import { METHODS } from "../optimization/methods/mod.ts";'],
  ["src/runtime/telemetry.ts", 'import { metrics } from "@opentelemetry/api";'],
  ["src/jobs/worker_pool.ts", 'new Worker(new URL("./worker.ts", import.meta.url));'],
  ["src/jobs/worker.ts", 'import { loadKernels } from "../kernels/mod.ts";'],
  ["src/jobs/worker.ts", 'import { COMPUTATIONS } from "../computations/mod.ts";'],
  ["src/jobs/kinds/backtest_work.ts", 'import type { Job } from "../job_work.ts";'],
  ["src/computations/optimization.ts", 'import { solve } from "../optimization/program.ts";'],
  ["src/http/routes/catalogue/mod.ts", 'import { METHODS } from "../../../optimization/methods/mod.ts";'],
  ["src/app.ts", 'import { ENDPOINTS } from "./http/routes/mod.ts";'],
  ["src/dependencies.ts", 'import { WorkerPool } from "./jobs/worker_pool.ts";'],
  ["scripts/optimize.ts", 'import { loadKernels } from "../src/kernels/mod.ts";'],
  ["tests/http/jobs_test.ts", 'import { createApp } from "../../src/app.ts";'],
];

const REFUSED_GLOBALS: readonly (readonly [file: string, source: string])[] = [
  ["src/app.ts", 'Deno.env.get("HOST");'],
  ["src/app.ts", 'Deno["env"].get("HOST");'],
  ["src/app.ts", "globalThis.Deno.env.toObject();"],
  ["src/app.ts", "const { env } = Deno;"],
  ["src/app.ts", "process.env.HOST;"],
  ["src/jobs/runner.ts", "await Deno.openKv();"],
  ["src/jobs/runner.ts", "export function run(kv: Deno.Kv): void {}"],
  ["src/market_data/cache.ts", "await fetch(url);"],
  ["src/market_data/cache.ts", "await globalThis.fetch(url);"],
  ["src/market_data/cache.ts", "const context = { fetch };"],
  ["src/market_data/cache.ts", "const get = fetch;"],
  ["src/market_data/cache.ts", "function load(get = fetch): void {}"],
  ["src/jobs/runner.ts", "Date.now();"],
  ["src/jobs/runner.ts", "new Date();"],
  ["src/jobs/runner.ts", "Date();"],
  ["src/jobs/runner.ts", "performance.now();"],
  ["src/jobs/runner.ts", "const clock = Date.now;"],
  ["src/jobs/runner.ts", "crypto.randomUUID();"],
  ["src/simulation/walk.ts", "Math.random();"],
  ["src/simulation/walk.ts", "const { random } = Math;"],
  ["src/domain/asset.ts", 'await Deno.readTextFile("a");'],
  ["src/computations/optimization.ts", 'await Deno.readTextFile("a");'],
  ["src/store/kv.ts", "const at = Temporal.Instant.from(text);"],
  ["src/store/kv.ts", "let at: Temporal.Instant;"],
  ["src/store/kv.ts", "new BroadcastChannel(name);"],
  ["src/http/range.ts", "await Deno.connectQuic(options);"],
  ["src/http/range.ts", 'new CompressionStream("brotli");'],
  ["src/accounts/secrets.ts", 'await crypto.subtle.digest("SHA3-256", bytes);'],
  ["src/accounts/secrets.ts", 'await crypto.subtle.importKey("raw", bytes, `Argon2id`, false, []);'],
  ["deploy.ts", 'import defer * as app from "./src/app.ts";'],
];

const GRANTED_GLOBALS: readonly (readonly [file: string, source: string])[] = [
  ["src/config.ts", "Deno.env.toObject();"],
  ["src/store/kv.ts", "await Deno.openKv();"],
  ["main.ts", "await Deno.openKv();"],
  ["src/market_data/providers/yahoo.ts", "await fetch(url);"],
  ["src/store/bucket_objects.ts", "await fetch(url);"],
  ["src/market_data/cache.ts", "await context.fetch(url);"],
  ["src/market_data/cache.ts", "interface Context { fetch(url: string): void }"],
  ["src/runtime/clock.ts", "Date.now();"],
  ["src/jobs/runner.ts", 'new Date("2024-01-01");'],
  ["src/jobs/runner.ts", "clock.now();"],
  ["src/simulation/walk.ts", "Math.max(1, 2);"],
  ["src/kernels/core_instance.ts", "await Deno.readFile(url);"],
  ["src/estimation/returns_test.ts", 'await Deno.readTextFile("a");'],
  ["scripts/optimize.ts", "Date.now();"],
  ["scripts/optimize.ts", "const at = Temporal.Instant.from(text);"],
  ["src/store/kv_test.ts", "new BroadcastChannel(name);"],
  ["src/store/kv.ts", "interface Times { Temporal: string }"],
  ["src/store/kv.ts", "times.Temporal.from(text);"],
  ["src/accounts/argon2id.ts", 'SubtleCrypto.supports?.("importKey", "Argon2id");'],
  ["src/http/accepted_encoding.ts", 'new CompressionStream("brotli");'],
];

for (const [file, source] of [...REFUSED_IMPORTS, ...REFUSED_GLOBALS]) {
  Deno.test(`in ${file} the lint plugin refuses: ${source}`, () => assert.equal(messages(file, source).length, 1));
}

for (const [file, source] of [...GRANTED_IMPORTS, ...GRANTED_GLOBALS]) {
  Deno.test(`in ${file} the lint plugin allows: ${source}`, () => assert.deepEqual(messages(file, source), []));
}

Deno.test("the message of a refused import names the folder and the import, and says that a type-only import would do", () => {
  assert.deepEqual(messages("src/measures/cagr.ts", 'import { Statistics } from "../kernels/statistics.ts";'), [
    'measures may not import "../kernels/statistics.ts" but by a type-only import',
  ]);
});

Deno.test("the lint plugin also checks a file that is given by its absolute path", () => {
  const path = decodeURIComponent(new URL("../src/domain/asset.ts", import.meta.url).pathname);
  assert.equal(messages(path, 'import { a } from "../store/mod.ts";').length, 1);
});

Deno.test("the lint plugin refuses comment lines of more than 120 characters, unless a URL makes them long", () => {
  const words = "word ".repeat(30).trimEnd();
  const inTime = words.slice(0, 117);
  for (const comment of [`// ${words}`, `/** ${words} */`, `/**\n * ${words}\n */`, `const a = 1; // ${words}`]) {
    assert.deepEqual(messages("src/domain/asset.ts", comment), ["A comment goes beyond 120 characters"]);
  }
  for (const comment of [`// ${inTime}`, `// https://example.com/${"a".repeat(120)}`, `const text = "${words}";`]) {
    assert.deepEqual(messages("src/domain/asset.ts", comment), []);
  }
});
