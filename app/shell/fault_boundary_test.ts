import assert from "node:assert/strict";
import { FaultBoundary } from "./fault_boundary.tsx";

Deno.test("after the fault of one page another page opens, and the same one goes on showing its fault", () => {
  const error = new Error("x is undefined");
  const failed = { path: "/app/runs", error, ...FaultBoundary.getDerivedStateFromError(error) };
  assert.equal(failed.error, error);
  const after = (path: string) => FaultBoundary.getDerivedStateFromProps({ path, children: null }, failed);
  assert.equal(after("/app/runs"), null);
  assert.deepEqual(after("/app/new"), { path: "/app/new", error: null });
});
