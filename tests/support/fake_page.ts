/** A fake of what a browser gives the console's code, for tests of it without a browser. */
export interface FakePage {
  /** Cookies that scripts may read. */
  cookie: string;
  /** Answers a request that the code sends to the service. */
  answer: (request: Request) => Response | Promise<Response>;
  /** Method and path of each request that was sent, with its credential. */
  readonly sent: string[];
  /** Addresses at which the console was loaded anew. */
  readonly loaded: string[];
  /** Messages to other tabs. */
  readonly posted: unknown[];
  /** What the browser has stored for the console, and what for its tab alone. */
  readonly storage: Map<string, string>;
  readonly tabStorage: Map<string, string>;
  /** Lets the page hear a message of another tab. */
  hear(message: unknown): void;
}

const ORIGIN = "http://console.test";

/**
 * Test helper. Gives this test file the globals of a page, whose service answers 404 until the test says otherwise.
 * Call it before the code of the console is imported, because that code reads them at once.
 */
export function fakePage(): FakePage {
  const channel = new EventTarget(), storage = new Map<string, string>();
  const tabStorage = new Map<string, string>();
  const page: FakePage = {
    cookie: "csrf_token=csrf",
    answer: () => json(404, { code: "not_found", detail: "There is no such thing" }),
    sent: [],
    loaded: [],
    posted: [],
    storage,
    tabStorage,
    hear: (data) => void channel.dispatchEvent(new MessageEvent("message", { data })),
  };
  const globals = {
    document: {
      getElementById: () => null,
      get cookie() {
        return page.cookie;
      },
    },
    location: {
      origin: ORIGIN,
      replace: (path: string) => page.loaded.push(path),
      assign: (path: string) => page.loaded.push(path),
    },
    BroadcastChannel: class {
      addEventListener = channel.addEventListener.bind(channel);
      postMessage = (message: unknown) => void page.posted.push(message);
    },
    localStorage: storageOf(storage),
    sessionStorage: storageOf(tabStorage),
    async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
      const request = input instanceof Request ? input : new Request(new URL(input, ORIGIN), init);
      const credential = request.headers.get("authorization")?.replace("Bearer ", " as ") ?? "";
      page.sent.push(`${request.method} ${new URL(request.url).pathname}${credential}`);
      return await page.answer(request);
    },
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  }
  return page;
}

/** Test helper. Returns an answer of the service. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** Test helper. Returns an access token of a person; `version` tells two of them apart. */
export function accessTokenOf(person: string, version = 1): string {
  return `h.${btoa(JSON.stringify({ sub: person, version }))}.s`;
}

/** Returns a storage whose names are its keys, as those of a browser are. */
function storageOf(storage: Map<string, string>): object {
  const methods = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  };
  return new Proxy(methods, {
    ownKeys: () => [...storage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}
