import assert from "node:assert/strict";
import { startStudioProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { partOf, testInTurn } from "../support/tier.ts";

const TABLE = "Date,AAA\n2025-01-02,1\n";
const LINK = /^ {2}http:\/\/127\.0\.0\.1:\d+\/studio\/open\/[\w-]{43}$/;

Deno.test(
  testInTurn(
    "a studio opens once, to this machine alone, gives the tables of its folder and nothing else, and ends at SIGINT",
    async (test) => {
      await using folder = await temporaryFolder({
        "prices & more.csv": TABLE,
        "other.csv": TABLE,
        "notes.txt": "secret",
      });
      await using outside = await temporaryFolder({ "secret.csv": "secret" });
      await Deno.symlink(`${outside.path}/secret.csv`, `${folder.path}/link.csv`);
      await using studio = startStudioProcess({ INIT_CWD: folder.path, HTTP_PORT: "0" }, ["prices & more.csv"]);
      const link = new URL((await studio.printed(LINK)).trim());
      const address = link.origin;

      await test.step("before its address was opened nobody reads anything", async () => {
        for (const path of ["/studio/files", "/studio/files/other.csv", "/users/me"]) {
          assert.equal((await answer(address + path)).status, 401, path);
        }
        const wrong = await answer(`${address}/studio/open/${"x".repeat(43)}`, { headers: { accept: "text/html" } });
        assert.deepEqual([wrong.status, wrong.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
        assert.match(wrong.text, /Copy the whole address that the terminal shows/);
      });

      await test.step("a request that names another host is refused, whatever its path, and uses no address up", async () => {
        for (
          const host of [
            "evil.example",
            `evil.example:${link.port}`,
            "127.0.0.1",
            `127.0.0.1.evil.example:${link.port}`,
          ]
        ) {
          for (const target of [link.pathname, "/app", "/studio/files"]) {
            const { status, text } = await plainAnswer(Number(link.port), { host, target });
            assert.deepEqual([status, text.includes("this machine")], [421, true], `${host}${target}`);
          }
        }
        const whole = await plainAnswer(Number(link.port), {
          host: link.host,
          target: `http://evil.example${link.pathname}`,
        });
        assert.equal(whole.status, 421);
        assert.equal(
          (await plainAnswer(Number(link.port), { host: `localhost:${link.port}`, target: "/app" })).status,
          200,
        );
      });

      const opened = await answer(link.href);

      await test.step("the address leads to the given file, with the cookies of a session, and a second use is refused", async () => {
        assert.deepEqual([opened.status, opened.headers.get("location")], [
          303,
          "/app/new?file=prices%20%26%20more.csv",
        ]);
        assert.equal(opened.headers.get("cache-control"), "no-store");
        for (const cookie of opened.headers.getSetCookie()) {
          assert.doesNotMatch(cookie, /secure/i);
          // Browsers do not tell cookies of two ports apart, so that another studio would replace this one's.
          assert.match(cookie, new RegExp(`^(refresh|csrf)_token_${link.port}=`));
        }
        const again = await answer(link.href);
        assert.deepEqual([again.status, again.headers.getSetCookie()], [410, []]);
        assert.match(again.text, /start the studio again/);
      });

      const cookie = opened.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]).join("; ");
      const csrf = /csrf_token_\d+=([^;]+)/.exec(cookie)?.[1] ?? "";
      const renewed = await answer(`${address}/auth/refresh`, {
        method: "POST",
        headers: { cookie: `refresh_token=other; csrf_token=other; ${cookie}`, "x-csrf-token": csrf },
      });
      const headers = { authorization: `Bearer ${JSON.parse(renewed.text).access_token}` };

      await test.step("the session lists the tables of the folder and reads them", async () => {
        const { folder: path, items } = JSON.parse((await answer(`${address}/studio/files`, { headers })).text);
        assert.equal(path, folder.path);
        assert.deepEqual(items.map(({ name }: { name: string }) => name), ["other.csv", "prices & more.csv"]);
        const read = await answer(`${address}/studio/files/${encodeURIComponent("prices & more.csv")}`, { headers });
        assert.deepEqual([read.status, read.text], [200, TABLE]);
      });

      await test.step("no name leads out of the folder", async () => {
        const up = outside.path.slice(outside.path.lastIndexOf("/") + 1);
        const names = ["link.csv", "notes.txt", `../${up}/secret.csv`, `${outside.path}/secret.csv`, "..", "x.csv\0"];
        for (const name of names) {
          const { status, text } = await answer(`${address}/studio/files/${encodeURIComponent(name)}`, { headers });
          assert.deepEqual([status, text.includes("Cannot find")], [404, true], name);
        }
        const { status } = await plainAnswer(Number(link.port), {
          host: link.host,
          target: `/studio/files/../${up}/secret.csv`,
          headers,
        });
        assert.equal(status, 404);
      });

      await test.step("nobody signs up or in, and the page knows that it is a studio", async () => {
        for (const path of ["/auth/signup", "/auth/login", "/auth/password/reset/request"]) {
          assert.equal((await answer(address + path, { method: "POST", body: "{}" })).status, 404, path);
        }
        const page = await answer(`${address}/app/new`);
        assert.match(page.text, /<div id="console" data-studio>/);
        assert.equal(page.headers.get("strict-transport-security"), null);
        assert.match(page.headers.get("content-security-policy") ?? "", /connect-src 'self'/);
      });

      studio.kill("SIGINT");
      const { code, output } = await studio.ended();
      assert.equal(code, 0, output);
      assert.doesNotMatch(output, /error/i);
      const left = (await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name);
      assert.deepEqual(left.toSorted(), ["link.csv", "notes.txt", "other.csv", "prices & more.csv"]);
    },
  ),
);

Deno.test("a studio refuses a busy port, a file that cannot be opened and an unknown option in a sentence, with exit code 2", async () => {
  await using folder = await temporaryFolder({ "prices.csv": TABLE });
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const cases: readonly (readonly [args: readonly string[], port: string, told: RegExp])[] = [
    [["prices.csv"], String(port), new RegExp(`^Cannot listen at 127\\.0\\.0\\.1 on HTTP_PORT ${port}: .*HTTP_PORT=0`)],
    [["prices.csv"], "x", /^Cannot use HTTP_PORT "x"/],
    [["none.csv"], "0", /^Cannot find the file "none\.csv"\n$/],
    [["prices.csv", "--live"], "0", /^Cannot use "--live"\n/],
  ];
  await Promise.all(
    partOf(cases).map(async ([args, HTTP_PORT, told]) => {
      await using studio = startStudioProcess({ INIT_CWD: folder.path, HTTP_PORT }, args);
      const { code, output } = await studio.ended();
      assert.equal(code, 2, output);
      assert.match(output, told);
      assert.doesNotMatch(output, /\n\s+at /);
    }),
  );
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function answer(address: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, { redirect: "manual", ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

interface PlainRequest {
  readonly host: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as it is: `fetch` would neither name another host nor keep a path with dots. */
async function plainAnswer(
  port: number,
  { host, target, headers = {} }: PlainRequest,
): Promise<Pick<Answer, "status" | "text">> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const lines = Object.entries({ host, connection: "close", ...headers }).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  await connection.write(new TextEncoder().encode(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`));
  let text = "";
  const decoder = new TextDecoder(), piece = new Uint8Array(16_384);
  for (let read = await connection.read(piece); read !== null; read = await connection.read(piece)) {
    text += decoder.decode(piece.subarray(0, read), { stream: true });
  }
  return { status: Number(text.split(" ", 2)[1]), text };
}
