import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** A span as OTLP has it in JSON. */
interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

Deno.test(
  testInTurn(
    "one trace leads from POST /jobs over the queue to the attempt of another process, its phases and its upload",
    async () => {
      await using folder = await temporaryFolder();
      const spans: (Span & { readonly by: string })[] = [];
      const collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
        const { pathname } = new URL(request.url);
        const text = await request.text();
        if (pathname.endsWith("/v1/traces")) spans.push(...spansOf(JSON.parse(text), pathname.split("/")[1]));
        return Response.json({});
      });
      const port = freePort();
      const settingsOf = (name: string): Record<string, string> => ({
        DATA_DIR: folder.path,
        HTTPS_PORT: `${port}`,
        OTEL_DENO: "true",
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}/${name}`,
        OTEL_BSP_SCHEDULE_DELAY: "50",
      });
      {
        await using service = startServiceProcess({ ...settingsOf("service"), WORKERS: "0" });
        await service.printed(/ started /);
        await using runner = startServiceProcess({ ...settingsOf("runner"), WORKERS: "1" }, ["work"]);
        await runner.printed(/ started /);
        using person = await personOfProcess(service, { port, dataDir: folder.path });
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify(pricesBody(3, 100));
        const accepted = await person.fetchSignedIn("/jobs", { method: "POST", body, headers });
        await accepted.body?.cancel();
        assert.equal(accepted.status, 202);
        await until(() => spans.some(({ name }) => name === "attempt"), "the span of the attempt");
        const submission = spans.find(({ name }) => name === "submission") ?? assert.fail("no submission");
        const ofTrace = spans.filter(({ traceId }) => traceId === submission.traceId);
        const request = ofTrace.find(({ spanId }) => spanId === submission.parentSpanId) ?? assert.fail("no request");
        assert.match(request.name, /^POST/);
        const one = (name: string): Span & { readonly by: string } => {
          const found = ofTrace.filter((span) => span.name === name);
          assert.equal(found.length, 1, name);
          return found[0];
        };
        const attempt = one("attempt"), upload = one("upload"), wait = one("queue wait");
        assert.deepEqual([submission.by, wait.by, attempt.by, upload.by], ["service", "runner", "runner", "runner"]);
        assert.equal(attempt.parentSpanId, submission.spanId);
        assert.equal(wait.parentSpanId, submission.spanId);
        assert.equal(upload.parentSpanId, attempt.spanId);
        for (const phase of ["load", "solve"]) assert.equal(one(phase).parentSpanId, attempt.spanId, phase);
        for (const { startTimeUnixNano, endTimeUnixNano } of [wait, attempt, upload]) {
          assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano));
        }
      }
      await collector.shutdown();
    },
  ),
);

// deno-lint-ignore no-explicit-any -- the form is the protocol's, and a test that meets another fails
function spansOf({ resourceSpans }: any, by: string): (Span & { readonly by: string })[] {
  // deno-lint-ignore no-explicit-any -- as above
  return resourceSpans.flatMap(({ scopeSpans }: any) => scopeSpans.flatMap(({ spans }: any) => spans))
    .map((span: Span) => ({ ...span, by }));
}
