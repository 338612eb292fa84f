import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { ConnectorScope } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import type { ConnectorParts } from "./connector_parts.ts";
import { hasEnded, type JobRead, jobRead, jobText, shownJob } from "./job_answer.ts";
import { notedCall } from "./noted_call.ts";
import { jobIdIn } from "./job_id_in.ts";
import { refusalText } from "./refusal_text.ts";

/** Extension of the protocol by which a client takes the handle of a task in place of an answer. */
export const TASKS = "io.modelcontextprotocol/tasks";

/** Milliseconds after which a client looks at a task again. */
const POLL_MS = 1_000;

const named = z.looseObject({ taskId: z.string().max(64) });

type TaskParts = Pick<ConnectorParts, "api" | "scopes" | "onCall" | "onFailure">;

/** Whether the client of a request takes tasks. */
export function takesTasks(server: Server): boolean {
  return server.getClientCapabilities()?.extensions?.[TASKS] !== undefined;
}

/**
 * Answers the messages about tasks. A task is a job of the account under the id of the job, so it outlasts connections
 * and processes.
 */
export function serveTasks(server: Server, { api, scopes, onCall, onFailure }: TaskParts): void {
  const run = async (
    runId: string,
    signal: AbortSignal,
    { method, operation, scope }: { method: string; operation: "get_job" | "cancel_job"; scope: ConnectorScope },
  ): Promise<JobRead> => {
    if (!takesTasks(server)) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
    }
    if (!scopes.includes(scope)) throw invalid(`The grant does not allow this: it needs ${scope}`);
    try {
      const ask = () => api.ask(operation, { parameters: { run_id: runId } }, signal);
      return jobRead.parse(await notedCall(onCall, { tool: method, runId: jobIdIn(runId) }, ask));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      onFailure(error);
      throw new DomainError("internal", "The service could not answer this request");
    }
  };
  server.setRequestHandler("tasks/get", { params: named }, async ({ taskId }, { mcpReq: { signal } }) => {
    const job = await run(taskId, signal, { method: "tasks/get", operation: "get_job", scope: "jobs:read" }).catch(
      told,
    );
    return {
      resultType: "complete",
      ...taskOf(job),
      ...job.status === "cancelled" || !hasEnded(job) ? {} : { result: resultOf(job, api) },
    };
  });
  // Unlike cancel_run it asks no one: the protocol lets a server ask within tools, prompts and resources alone.
  server.setRequestHandler("tasks/cancel", { params: named }, async ({ taskId }, { mcpReq: { signal } }) => {
    try {
      await run(taskId, signal, { method: "tasks/cancel", operation: "cancel_job", scope: "jobs:write" });
    } catch (error) {
      // A task that has ended stays as it is, which the protocol has the client learn from the task.
      if (!(error instanceof DomainError && error.code === "job_finished")) told(error);
    }
    return { resultType: "complete" };
  });
  // No task asks for anything while it runs, so that whatever a client tells it is of no consequence.
  server.setRequestHandler("tasks/update", { params: named }, async ({ taskId }, { mcpReq: { signal } }) => {
    await run(taskId, signal, { method: "tasks/update", operation: "get_job", scope: "jobs:read" }).catch(told);
    return { resultType: "complete" };
  });
}

/** Returns the handle of the task of a job, as the answer of the tool that submitted it. */
export function createdTask(job: JobRead): CallToolResult {
  return { resultType: "task", ...taskOf(job), content: [] };
}

function taskOf(job: JobRead): Readonly<Record<string, unknown>> {
  const isDone = job.status === "succeeded" || job.status === "failed";
  return {
    taskId: job.run_id,
    status: job.status === "cancelled" ? "cancelled" : isDone ? "completed" : "working",
    statusMessage: hasEnded(job) ? job.status : `${job.progress.phase}, ${Math.round(job.progress.fraction * 100)} %`,
    createdAt: job.created_at,
    lastUpdatedAt: job.finished_at ?? job.created_at,
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

function resultOf(job: JobRead, api: TaskParts["api"]): CallToolResult {
  return {
    content: [{ type: "text", text: jobText(job, { api }) }],
    structuredContent: shownJob(job, { api }),
    isError: job.status === "failed",
  };
}

function told(error: unknown): never {
  throw error instanceof DomainError ? invalid(refusalText(error)) : error;
}

function invalid(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}
