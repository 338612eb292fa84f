import { answered, api } from "../../api.ts";
import { isObject, type JsonObject } from "./json.ts";

/** A request that was sent or saved before, with what it is called. */
export interface OpenedRequest {
  readonly title: string;
  readonly request: JsonObject;
}

/** Returns the request of a run, as it was completed by the service. Throws a `Refusal` where it cannot be read. */
export async function requestOfRun(run_id: string): Promise<OpenedRequest> {
  const config: unknown = await answered(api.GET("/jobs/{run_id}/config", { params: { path: { run_id } } }));
  const request = isObject(config) ? config : {};
  return { title: typeof request.name === "string" ? request.name : run_id, request };
}

/** Returns the request of a template; null if there is no such template. Throws a `Refusal` where none can be read. */
export async function requestOfTemplate(template_id: string): Promise<OpenedRequest | null> {
  const { items } = await answered(api.GET("/templates"));
  const template = items.find((one) => one.template_id === template_id);
  return template === undefined || !isObject(template.request)
    ? null
    : { title: template.name, request: template.request };
}
