import assert from "node:assert/strict";
import { PASSWORD } from "./browser.ts";
import type { ServiceFleet } from "./service_fleet.ts";
import { until } from "./until.ts";

/** Answer of a fleet to a request of a person. */
export interface FleetAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
  readonly body: any;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A signed-in person at a fleet. Counts the requests that the fleet could not serve. */
export class FleetPerson {
  readonly email: string;
  /** What the fleet answered where it should have served a request: the request, the status and the answer. */
  readonly refusals: string[] = [];
  readonly #fleet: ServiceFleet;
  #accessToken = "";

  private constructor(fleet: ServiceFleet, email: string) {
    this.#fleet = fleet;
    this.email = email;
  }

  /** Signs a person up, verifies the address by the mailed token, and signs in. */
  static async signUp(fleet: ServiceFleet, email: string): Promise<FleetPerson> {
    const person = new FleetPerson(fleet, email);
    await person.#sent({ method: "POST", path: "/auth/signup", body: { email, password: PASSWORD, full_name: "Ada" } });
    let token: string | null = null;
    await until(() => (token = tokenMailedTo(email, fleet)) !== null, `the mail to ${email}`, { longestPauseMs: 200 });
    await person.#sent({ method: "POST", path: "/auth/email/verify/confirm", body: { token } });
    assert.equal((await person.logIn()).status, 200);
    return person;
  }

  /** Signs in, and keeps the access token. */
  async logIn(): Promise<FleetAnswer> {
    const body = { email: this.email, password: PASSWORD };
    const answer = await this.#sent({ method: "POST", path: "/auth/login", body });
    if (answer.status === 200) this.#accessToken = answer.body.access_token;
    return answer;
  }

  /** Sends a request of the signed-in person, who signs in again where the access token has expired. */
  async send(
    method: string,
    path: string,
    { body, headers = {} }: Pick<Sent, "body" | "headers"> = {},
  ): Promise<FleetAnswer> {
    const send = (): Promise<FleetAnswer> =>
      this.#sent({ method, path, body, headers: { ...headers, authorization: `Bearer ${this.#accessToken}` } });
    const answer = await send();
    if (answer.status !== 401) return answer;
    await this.logIn();
    return await send();
  }

  /** Waits until a job of the person has ended, and returns its record. */
  async ended(path: string): Promise<FleetAnswer["body"]> {
    let job: FleetAnswer["body"];
    await until(
      async () => {
        job = (await this.send("GET", path)).body;
        return ["succeeded", "failed", "cancelled"].includes(job.status);
      },
      () => `${path}: ${JSON.stringify(job)}`,
      { longestPauseMs: 500 },
    );
    return job;
  }

  async #sent({ method, path, body, headers = {} }: Sent): Promise<FleetAnswer> {
    const isText = typeof body === "string" || body === undefined;
    const response = await this.#fleet.fetch(path, {
      method,
      headers: isText ? headers : { "content-type": "application/json", ...headers },
      ...body === undefined ? {} : { body: isText ? String(body) : JSON.stringify(body) },
    });
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const answer = isJson ? await response.json() : (await response.arrayBuffer()).byteLength;
    if (response.status >= 500 || response.status === 429) {
      this.refusals.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    }
    return { status: response.status, body: answer };
  }
}

function tokenMailedTo(email: string, { mails }: ServiceFleet): string | null {
  for (const { to, content } of mails.received.toReversed()) {
    const plain = content.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
    const token = to.includes(email) ? /Token: (\S+)/.exec(plain)?.[1] : undefined;
    if (token !== undefined) return token;
  }
  return null;
}
