import assert from "node:assert/strict";
import { WARMING_DELAY_MS } from "../../src/jobs/warm_later.ts";
import { serviceClient } from "../../clients/typescript/mod.ts";
import { Browser, newEmail } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { fullTest, testedCases, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** Settings of a service that computes nothing. */
const IDLE: Readonly<Record<string, string>> = { WORKERS: "0" };

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function filesOf(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

for (const signal of testedCases(["SIGTERM", "SIGINT"] as const)) {
  Deno.test(
    testInTurn(
      `a service with an empty data folder takes a user from sign-up to an API key, and exits with 0 on ${signal}`,
      () =>
        inFolder(async (folder) => {
          const dataDir = `${folder}/data`;
          await using process = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: "0", ...IDLE });
          const port = await process.httpsPort();
          const caCerts = [await Deno.readTextFile(`${dataDir}/tls/certificate.pem`)];
          using tls = Deno.createHttpClient({ caCerts });
          const withTls = (request: Request): Promise<Response> => fetch(request, { client: tls });
          const baseUrl = `https://localhost:${port}`;
          const anybody = serviceClient({ baseUrl, fetch: withTls });
          const [email, password] = ["ada@example.com", "Correct horse"];

          const signedUp = await anybody.POST("/auth/signup", { body: { email, password, full_name: "Ada Lovelace" } });
          assert.equal(signedUp.data?.email, email);
          const token = (await process.printed(/^Token: /)).slice("Token: ".length);
          const verified = await anybody.POST("/auth/email/verify/confirm", { body: { token } });
          assert.equal(verified.response.status, 200);
          const signedIn = await anybody.POST("/auth/login", { body: { email, password } });
          assert.ok(signedIn.data !== undefined);
          const person = serviceClient({ baseUrl, fetch: withTls, token: signedIn.data.access_token });
          const client = await person.POST("/auth/api-clients", { body: { name: "Desk" } });
          assert.ok(client.data !== undefined);
          const key = await person.POST("/auth/api-keys", { body: { client_id: client.data.id, name: "Key" } });
          assert.ok(key.data !== undefined);
          const machine = serviceClient({ baseUrl, fetch: withTls, token: key.data.key });
          const active = await machine.GET("/jobs/active");
          assert.deepEqual(active.data, { items: [], next_cursor: null });
          const refused = await machine.GET("/users/me");
          assert.equal(refused.error?.detail, "JWT user required");

          await until(
            async () => (await filesOf(`${dataDir}/mail`)).length === 2,
            "the mails of the sign-up and the key",
          );
          process.kill(signal);
          const { code, output } = await process.ended();
          assert.equal(code, 0, output);
          assert.ok(!output.includes(password) && !output.includes(key.data.key));
          assert.deepEqual(await filesOf(`${dataDir}/tls`), ["certificate.pem", "key.pem"]);
          assert.equal(((await Deno.stat(`${dataDir}/tls/key.pem`)).mode ?? 0) & 0o777, 0o600);
        }),
    ),
  );
}

Deno.test("a service that restarts within the test process keeps accounts and sessions", () =>
  inFolder(async (folder) => {
    const email = newEmail();
    let accessToken: string | null = null;
    for (const start of ["first", "second"]) {
      await using service = await runService({ environment: { ...IDLE, DATA_DIR: folder } });
      const person = new Browser(service);
      person.accessToken = accessToken;
      if (start === "first") {
        await person.signUp(email);
        assert.equal((await person.logIn(email)).status, 200);
        accessToken = person.accessToken;
      }
      assert.equal((await person.send("GET", "/users/me")).body.email, email);
    }
  }));

Deno.test(fullTest("a service that restarts keeps its certificate, accounts and sessions", {
  heldBy: "a service that restarts within the test process keeps accounts and sessions",
}, () =>
  inFolder(async (folder) => {
    const port = freePort();
    const settings = { DATA_DIR: folder, HTTPS_PORT: String(port), ...IDLE };
    const certificates: string[] = [];
    let accessToken = "";
    for (const start of ["first", "second"]) {
      await using process = startServiceProcess(settings);
      await process.printed(/ started /);
      certificates.push(await Deno.readTextFile(`${folder}/tls/certificate.pem`));
      using tls = Deno.createHttpClient({ caCerts: [certificates[0]] });
      const withTls = (request: Request): Promise<Response> => fetch(request, { client: tls });
      const baseUrl = `https://localhost:${port}`;
      if (start === "first") {
        const anybody = serviceClient({ baseUrl, fetch: withTls });
        const body = { email: "ada@example.com", password: "Correct horse" };
        await anybody.POST("/auth/signup", { body: { ...body, full_name: "Ada Lovelace" } });
        accessToken = (await anybody.POST("/auth/login", { body })).data?.access_token ?? "";
      }
      const person = serviceClient({ baseUrl, fetch: withTls, token: accessToken });
      assert.equal((await person.GET("/users/me")).data?.email, "ada@example.com");
      process.kill("SIGTERM");
      assert.equal((await process.ended()).code, 0);
    }
    assert.equal(certificates[0], certificates[1]);
  })));

Deno.test("a service in the test process stops although its workers are still starting", async () => {
  await using service = await runService({ environment: { WORKERS: "2" }, warmingDelayMs: 0 });
  assert.equal((await service.fetch("/health").then((response) => response.json())).status, "ok");
});

Deno.test(fullTest("a service that gets SIGTERM while its workers start exits with 0", {
  heldBy: "a service in the test process stops although its workers are still starting",
}, () =>
  inFolder(async (folder) => {
    for (const afterMs of [0, 30, 100].map((ms) => WARMING_DELAY_MS + ms)) {
      await using process = startServiceProcess({ DATA_DIR: folder, HTTPS_PORT: "0", WORKERS: "4" });
      await process.printed(/ started /);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      process.kill("SIGTERM");
      const { code, output } = await process.ended();
      assert.equal(code, 0, output);
      assert.doesNotMatch(output, /error|panic/i);
    }
  })));

Deno.test(
  testInTurn(
    "a start with several invalid settings names them, exits with 2 and writes nothing",
    () =>
      inFolder(async (folder) => {
        const dataDir = `${folder}/data`;
        await using process = startServiceProcess({
          DATA_DIR: dataDir,
          HTTPS_PORT: "x",
          LOG_LEVEL: "loud",
          TLS_CERT_FILE: "a",
        });
        const { code, output } = await process.ended();
        assert.equal(code, 2);
        assert.match(output, /HTTPS_PORT "x"/);
        assert.match(output, /LOG_LEVEL "loud"/);
        assert.deepEqual(await filesOf(folder), []);
        await using files = startServiceProcess({
          DATA_DIR: dataDir,
          TLS_CERT_FILE: `${folder}/none.pem`,
          TLS_KEY_FILE: `${folder}/none.key`,
          PLAN_LIMITS_FILE: `${folder}/none.json`,
          SIGNING_KEYS_FILE: `${folder}/none.jwks`,
        });
        const refused = await files.ended();
        assert.equal(refused.code, 2);
        for (const name of ["TLS_CERT_FILE", "TLS_KEY_FILE", "PLAN_LIMITS_FILE", "SIGNING_KEYS_FILE"]) {
          assert.match(refused.output, new RegExp(`Cannot use ${name} ".*": there is no such file`));
        }
        assert.deepEqual(await filesOf(folder), []);
      }),
  ),
);

Deno.test("a database file that is not Deno KV is refused with a sentence and exit 2, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    await Deno.writeTextFile(path, "this is no database");
    await using process = startServiceProcess({ DATA_DIR: folder, HTTPS_PORT: "0" });
    const { code, output } = await process.ended();
    assert.equal(code, 2, output);
    assert.match(output, /^Cannot open the store .* not a Deno KV file/m);
    assert.doesNotMatch(output, /\n\s+at /);
    assert.equal(await Deno.readTextFile(path), "this is no database");
  }));

Deno.test("the error of a start in the test process names a port in use", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  await assert.rejects(runService({ environment: { ...IDLE, HTTPS_PORT: String(port) } }), {
    name: "ConfigError",
    message: new RegExp(`HTTPS_PORT ${port}`),
  });
});

Deno.test(fullTest("a start on a port in use names the port and exits with 2", {
  heldBy: "the error of a start in the test process names a port in use",
}, () =>
  inFolder(async (folder) => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    await using process = startServiceProcess({ DATA_DIR: folder, HTTPS_PORT: String(taken.addr.port) });
    const { code, output } = await process.ended();
    assert.equal(code, 2);
    assert.match(output, new RegExp(`HTTPS_PORT ${taken.addr.port}`));
  })));

Deno.test("a request in progress is answered when a service in the test process is stopped", async () => {
  const service = await runService({ environment: IDLE });
  using request = await beginLoginOverHttp2(addressOf(service));
  const stopped = service[Symbol.asyncDispose]();
  await request.write('"ada@example.com","password":"Correct horse"}');
  await request.end();
  assert.equal(await request.status, 401);
  await stopped;
});

Deno.test(fullTest("a request in progress at SIGTERM is answered before the service exits", {
  heldBy: "a request in progress is answered when a service in the test process is stopped",
}, () =>
  inFolder(async (folder) => {
    await using process = startServiceProcess({ DATA_DIR: folder, HTTPS_PORT: "0", ...IDLE });
    const at = { port: await process.httpsPort(), certificate: await certificateIn(folder) };
    // The request body ends after the signal, so the request is still running when the service stops.
    using request = await beginLoginOverHttp2(at);
    process.kill("SIGTERM");
    await process.printed(/ stopping /);
    await request.write('"ada@example.com","password":"Correct horse"}');
    await request.end();
    assert.equal(await request.status, 401);
    assert.equal((await process.ended()).code, 0);
  })));

interface Address {
  readonly port: number;
  readonly certificate: string;
}

/**
 * Test helper. Starts an HTTP/1.1 sign-in request and returns its connection once the service has asked for the body.
 */
async function beginLogin({ port, certificate }: Address, length: number): Promise<Deno.TlsConn> {
  const options = { hostname: "localhost", port, caCerts: [certificate], alpnProtocols: ["http/1.1"] };
  const connection = await Deno.connectTls(options);
  const head = ["POST /auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
  await write(connection, [...head, `Content-Length: ${length}`, "Expect: 100-continue", "\r\n"].join("\r\n"));
  assert.equal(await readUntil(connection, /\r\n\r\n$/), "HTTP/1.1 100 Continue\r\n\r\n");
  return connection;
}

interface RequestUnderWay extends Disposable {
  write(text: string): Promise<void>;
  end(): Promise<void>;
  /** Status of the response to the sign-in request; null if the request fails. */
  readonly status: Promise<number | null>;
}

/**
 * Test helper. Starts a sign-in request over HTTP/2, and returns once a later request on the same connection is
 * answered, because the sign-in request has arrived by then.
 */
async function beginLoginOverHttp2({ port, certificate }: Address): Promise<RequestUnderWay> {
  const client = Deno.createHttpClient({ caCerts: [certificate], http1: false, http2: true });
  const health = async (): Promise<void> =>
    void await (await fetch(`https://localhost:${port}/health`, { client })).text();
  await health();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const giveUp = new AbortController();
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: readable, client, signal: giveUp.signal };
  const answered = async (response: Response): Promise<number> => {
    await response.body?.cancel();
    return response.status;
  };
  const status = fetch(`https://localhost:${port}/auth/login`, init).then(answered, () => null);
  const write = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
  await write('{"email":');
  await health();
  return {
    write,
    end: () => writer.close(),
    status,
    [Symbol.dispose]() {
      giveUp.abort();
      client.close();
    },
  };
}

Deno.test("a service in the test process stops although the body of a request never ends", async () => {
  const service = await runService({ environment: { ...IDLE, STOP_GRACE_SECONDS: "1" } });
  using _request = await beginLogin(addressOf(service), 100);
  await service[Symbol.asyncDispose]();
});

for (const protocol of ["http/1.1", "h2"]) {
  Deno.test(
    fullTest(`on SIGTERM a request over ${protocol} whose body never ends is dropped, and the service exits with 0`, {
      heldBy: "a service in the test process stops although the body of a request never ends",
    }, () =>
      inFolder(async (folder) => {
        const settings = { DATA_DIR: folder, HTTPS_PORT: "0", STOP_GRACE_SECONDS: "1", ...IDLE };
        await using process = startServiceProcess(settings);
        const at = { port: await process.httpsPort(), certificate: await certificateIn(folder) };
        using _request = protocol === "h2" ? await beginLoginOverHttp2(at) : await beginLogin(at, 100);
        process.kill("SIGTERM");
        const { code, output } = await process.ended();
        assert.equal(code, 0, output);
        assert.match(output, / stopping /);
        assert.doesNotMatch(output, /BadResource|\n\s+at |request failed|status=500/);
      })),
  );
}

function addressOf({ url, certificate }: RunningService): Address {
  return { port: Number(new URL(url).port), certificate };
}

function certificateIn(folder: string): Promise<string> {
  return Deno.readTextFile(`${folder}/tls/certificate.pem`);
}

async function write(connection: Deno.Conn, text: string): Promise<void> {
  await connection.write(new TextEncoder().encode(text));
}

async function readUntil(connection: Deno.Conn, end: RegExp): Promise<string> {
  const buffer = new Uint8Array(4_096);
  let answer = "";
  while (!end.test(answer)) {
    const read = await connection.read(buffer);
    if (read === null) throw new Error(`The connection ended after ${JSON.stringify(answer)}`);
    answer += new TextDecoder().decode(buffer.subarray(0, read));
  }
  return answer;
}

for (const task of [[], ["work"]]) {
  const name = task[0] ?? "start";

  Deno.test(`${name} --help prints its usage, creates no file and exits with 0`, () =>
    inFolder(async (folder) => {
      await using process = startServiceProcess({ DATA_DIR: `${folder}/data` }, [...task, "--help"]);
      const { code, output } = await process.ended();
      assert.equal(code, 0, output);
      assert.match(output, /^Usage: deno task start/);
      assert.deepEqual(await filesOf(folder), []);
    }));

  for (const args of testedCases([["bogus"], ["--help", "more"]], { shift: task.length })) {
    Deno.test(`${name} ${args.join(" ")} is refused in one sentence, creates no file and exits with 2`, () =>
      inFolder(async (folder) => {
        await using process = startServiceProcess({ DATA_DIR: `${folder}/data` }, [...task, ...args]);
        const { code, output } = await process.ended();
        assert.equal(code, 2, output);
        assert.match(output, new RegExp(`^Cannot start with "${args.join(" ")}": .*deno task start.*\n$`));
        assert.deepEqual(await filesOf(folder), []);
      }));
  }
}
