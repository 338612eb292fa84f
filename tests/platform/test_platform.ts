import { loopbackCertificate } from "../support/loopback_certificate.ts";
import { inTime } from "../support/until.ts";
import { type MemoryGroup, memoryGroup } from "./memory_group.ts";

const ROOT = new URL("../../", import.meta.url);

/** Milliseconds between SIGINT and SIGKILL on the platform. */
const KILLED_AFTER_MS = 5_000;

/** What a test asks of the platform that it stands in for. */
export interface TestPlatformOptions {
  /** Path of the runtime that runs the instances. */
  readonly runtime: string;
  /** Database that the app is assigned, as `DENO_KV_DEFAULT_PATH` names it; null for none. */
  readonly database: string | null;
  /** Settings of the app. */
  readonly settings: Readonly<Record<string, string>>;
  /** Milliseconds without a byte after which an instance is ended; 5,000 if absent. */
  readonly idleMs?: number;
  /** Milliseconds of real time that a minute of the platform's timer takes; null runs no timer. 3,000 if absent. */
  readonly minuteMs?: number | null;
  /** Share of requests for which a second instance is started; 0 if absent. */
  readonly secondInstanceShare?: number;
  /** Whether the platform notes the memory of its instances, which takes some processor time. */
  readonly watchesMemory?: boolean;
  /** Memory of an instance in bytes, where the machine has no `lacksMemoryGroups`; unlimited if absent. */
  readonly memoryBytes?: number;
  /** Further variables of the platform, for example another timeline. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Resident memory of an instance at a time of the stopwatch of this process. */
export interface MemoryLook {
  readonly atMs: number;
  readonly residentBytes: number;
}

/**
 * A hosted platform on loopback: it ends TLS, starts an instance of `deploy.ts` with the first request, passes requests
 * on, ends instances that are idle or that a test ends, and calls the timer of each minute on some instance.
 */
export class TestPlatform implements AsyncDisposable {
  readonly #options: TestPlatformOptions;
  readonly #instances = new Set<Instance>();
  readonly #certificate: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #over = new AbortController();
  readonly #client: Deno.HttpClient;
  readonly #minutes: Promise<void>;
  readonly #watches: Promise<void>[] = [];
  #starting: Promise<Instance | null> | null = null;
  /** Everything that instances have printed, by instance. */
  readonly printed: string[] = [];
  /** Instances that were started so far. */
  started = 0;
  /** Resident memory of the instances, seen every 100 ms. */
  readonly memoryLooks: MemoryLook[] = [];
  /** Times that the memory limit ended an instance. */
  memoryKills = 0;
  /** Seconds of processor that ended instances have used. */
  #processorSecondsOfEnded = 0;

  private constructor(options: TestPlatformOptions, { certificate, key }: { certificate: string; key: string }) {
    this.#options = options;
    this.#certificate = certificate;
    this.#client = Deno.createHttpClient({ caCerts: [certificate] });
    this.#server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      cert: certificate,
      key,
      onListen: () => {},
      onError: (error) => this.#badGateway(error),
    }, (request, info) => this.#pass(request, info.remoteAddr.hostname));
    this.#minutes = this.#callMinutes();
  }

  static async start(options: TestPlatformOptions): Promise<TestPlatform> {
    return new TestPlatform(options, await loopbackCertificate());
  }

  /** Address of the app, without a slash at its end. */
  get url(): string {
    return `https://localhost:${this.#server.addr.port}`;
  }

  get certificate(): string {
    return this.#certificate;
  }

  /** Largest resident memory of an instance in bytes that was seen. */
  get peakResidentBytes(): number {
    return this.memoryLooks.reduce((most, { residentBytes }) => Math.max(most, residentBytes), 0);
  }

  /** Instances that are running. */
  get running(): number {
    return this.#instances.size;
  }

  /** Seconds of processor that all instances have used so far. */
  get processorSeconds(): number {
    const running = [...this.#instances];
    for (const instance of running) instance.look();
    return running.reduce((sum, { processorSeconds }) => sum + processorSeconds, this.#processorSecondsOfEnded);
  }

  /** Sends a request to the app. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.url}${path}`, { ...init, client: this.#client });
  }

  /** Ends all instances as the platform does: SIGINT and SIGKILL 5 s later, or SIGKILL at once. */
  async endInstances(how: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<void> {
    await Promise.all([...this.#instances].map((instance) => this.#end(instance, how)));
  }

  /** Starts another instance, with further variables of its own, to which requests go as well. */
  async startInstance(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#start(variables);
  }

  /** Calls the timer of a minute once, and resolves when its work is done; false where its instance ended. */
  async minute(): Promise<boolean> {
    const instance = await this.#anyInstance();
    return instance !== null && await this.#minuteOf(instance);
  }

  /**
   * Calls the timer of a minute a number of times on each instance, all at the same moment, as a timer that overlaps
   * itself would. Resolves when all of their work is done, to whether each was.
   */
  async minutesAtOnce(times: number): Promise<boolean> {
    const calls = [...this.#instances].flatMap((instance) => Array.from({ length: times }, () => instance));
    return (await Promise.all(calls.map((instance) => this.#minuteOf(instance)))).every((isDone) => isDone);
  }

  async #minuteOf(instance: Instance): Promise<boolean> {
    return await instance.during(async () => {
      try {
        const response = await fetch(`http://127.0.0.1:${instance.port}/test-platform/minute`);
        await response.body?.cancel();
        return response.ok;
      } catch {
        // The instance was ended meanwhile, as the platform may do.
        return false;
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.endInstances("SIGKILL");
    await this.#server.shutdown();
    await this.#minutes;
    await this.endInstances("SIGKILL");
    await Promise.all(this.#watches);
    this.#client.close();
  }

  async #pass(request: Request, address: string): Promise<Response> {
    const { secondInstanceShare = 0 } = this.#options;
    if (Math.random() < secondInstanceShare && this.#instances.size === 1) await this.#start();
    const instance = await this.#anyInstance();
    if (instance === null) return new Response(null, { status: 502 });
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("x-test-platform-client", address);
    headers.set("x-test-platform-host", url.host);
    instance.touch();
    const end = instance.begin();
    try {
      const response = await fetch(`http://127.0.0.1:${instance.port}${url.pathname}${url.search}`, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
        signal: request.signal,
      });
      const body = response.body?.pipeThrough(
        new TransformStream({
          transform(chunk, controller) {
            instance.touch();
            controller.enqueue(chunk);
          },
        }),
      );
      const answered = new Headers(response.headers);
      // The client of this proxy has already undone the compression of the body.
      for (const name of answered.has("content-encoding") ? ["content-encoding", "content-length"] : []) {
        answered.delete(name);
      }
      return new Response(body ?? null, { status: response.status, headers: answered });
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 });
      return this.#badGateway(error);
    } finally {
      end();
    }
  }

  #badGateway(error: unknown): Response {
    this.printed.push(`502: ${error}\n`);
    return new Response(null, { status: 502 });
  }

  /** Returns an instance that serves, and starts one where there is none. Null where the platform is over. */
  async #anyInstance(): Promise<Instance | null> {
    while (!this.#over.signal.aborted) {
      const ready = [...this.#instances].filter(({ serves, isEnding }) => serves && !isEnding);
      const any = ready[Math.floor(Math.random() * ready.length)];
      if (any !== undefined) return any;
      this.#starting ??= this.#start().finally(() => void (this.#starting = null));
      const started = await this.#starting;
      if (started !== null) return started;
    }
    return null;
  }

  /** Starts an instance and resolves when it serves; null where the platform ended it before. */
  async #start(ownVariables: Readonly<Record<string, string>> = {}): Promise<Instance | null> {
    const { runtime, database, settings, variables, memoryBytes, idleMs = 5_000 } = this.#options;
    const group = memoryBytes === undefined ? null : memoryGroup(memoryBytes);
    if (memoryBytes !== undefined && group === null) throw new Error("This machine allows no limit of memory");
    const [program, ...args] = [...group?.starter ?? [], runtime, "run", "--allow-all", "tests/platform/instance.ts"];
    const child = new Deno.Command(program ?? runtime, {
      args,
      cwd: ROOT,
      clearEnv: true,
      env: {
        ...inherited(["HOME", "PATH", "DENO_DIR"]),
        DENO_NO_UPDATE_CHECK: "1",
        DENO_DEPLOY: "1",
        DENO_DEPLOY_APP_SLUG: "portfolio",
        DENO_DEPLOY_ORG_SLUG: "desk",
        DENO_TIMELINE: "production",
        ...database === null ? {} : { DENO_KV_DEFAULT_PATH: database },
        ...variables,
        ...settings,
        ...ownVariables,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.started++;
    const instance = new Instance(child, { group, print: (text) => void this.printed.push(text) });
    this.#instances.add(instance);
    instance.ended.then(() => {
      this.#instances.delete(instance);
      this.memoryKills += instance.memoryKills;
      this.#processorSecondsOfEnded += instance.processorSeconds;
    });
    this.#watches.push(this.#watch(instance, idleMs));
    return await instance.listening() ? instance : null;
  }

  /** Looks at an instance every 100 ms: notes its memory, and ends it when it is idle. */
  async #watch(instance: Instance, idleMs: number): Promise<void> {
    while (!instance.hasEnded) {
      if (this.#options.watchesMemory) {
        this.memoryLooks.push({ atMs: performance.now(), residentBytes: instance.look() });
      }
      if (instance.serves && instance.idleMs() > idleMs && !instance.isEnding) await this.#end(instance, "SIGINT");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #end(instance: Instance, how: "SIGINT" | "SIGKILL"): Promise<void> {
    instance.end(how, KILLED_AFTER_MS);
    await instance.ended;
  }

  async #callMinutes(): Promise<void> {
    const { minuteMs = 3_000 } = this.#options;
    if (minuteMs === null) return;
    while (!this.#over.signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, minuteMs);
        this.#over.signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        }, { once: true });
      });
      if (!this.#over.signal.aborted) await this.minute();
    }
  }
}

/** The line by which an instance tells its port. */
const PORT_LINE = /^TEST_INSTANCE_PORT (\d+)\n/m;

interface InstanceParts {
  readonly group: MemoryGroup | null;
  readonly print: (text: string) => void;
}

/** A process of the app on the test platform. */
class Instance {
  /** Port on which the instance serves; 0 before. */
  port = 0;
  readonly ended: Promise<void>;
  readonly #child: Deno.ChildProcess;
  readonly #port = Promise.withResolvers<number | null>();
  #touchedAt = performance.now();
  #open = 0;
  /** Whether the instance has accepted a connection. */
  serves = false;
  isEnding = false;
  hasEnded = false;
  memoryKills = 0;
  processorSeconds = 0;

  constructor(child: Deno.ChildProcess, { group, print }: InstanceParts) {
    this.#child = child;
    const printOther = (text: string): void => {
      const port = PORT_LINE.exec(text)?.[1];
      if (port !== undefined) this.#port.resolve(Number(port));
      print(text.replace(PORT_LINE, ""));
    };
    const collect = async (stream: ReadableStream<Uint8Array>, show: (text: string) => void): Promise<void> => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) show(text);
    };
    this.ended = Promise.all([
      child.status,
      collect(child.stdout, print),
      collect(child.stderr, printOther),
    ]).then(() => {
      this.hasEnded = true;
      this.#port.resolve(null);
      this.memoryKills = group?.kills() ?? 0;
      group?.[Symbol.dispose]();
    });
  }

  /**
   * Resolves when the instance accepts connections: true, or false where the platform ended it before. Rejects where it
   * ended by itself.
   */
  async listening(): Promise<boolean> {
    const port = await inTime(this.#port.promise, () => "an instance to serve");
    if (port === null && !this.isEnding) throw new Error("The instance ended before it served");
    this.port = port ?? 0;
    this.serves = !this.isEnding;
    this.touch();
    return this.serves;
  }

  touch(): void {
    this.#touchedAt = performance.now();
  }

  /** Notes that the platform waits for the instance. Returns the function that ends that. */
  begin(): () => void {
    this.#open++;
    return () => {
      this.#open--;
      this.touch();
    };
  }

  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    const end = this.begin();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Milliseconds since the last byte or the end of the last request, 0 while the platform waits for an answer. */
  idleMs(): number {
    return this.#open > 0 ? 0 : performance.now() - this.#touchedAt;
  }

  /**
   * Notes the processor time of the instance, and returns its resident memory in bytes; 0 where it has ended. Another
   * process reads, because the runtime lets only a process with every right look at others.
   */
  look(): number {
    const { success, stdout } = new Deno.Command("cat", {
      args: [`/proc/${this.#child.pid}/stat`],
      stderr: "null",
    }).outputSync();
    if (!success) return 0;
    const fields = new TextDecoder().decode(stdout).replace(/^.*\) /, "").split(" ");
    const [user = "0", system = "0"] = fields.slice(11, 13);
    this.processorSeconds = (Number(user) + Number(system)) / 100;
    return 4_096 * Number(fields[21]);
  }

  end(how: "SIGINT" | "SIGKILL", killedAfterMs: number): void {
    if (this.hasEnded || this.isEnding) return;
    this.look();
    this.isEnding = true;
    this.#child.kill(how);
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), killedAfterMs);
    void this.ended.then(() => clearTimeout(timer));
  }
}

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
