/** Types of the parts of the package `pg` that the store uses. Its published types replace those of Node in a check. */
declare namespace pg {
  export interface ClientConfig {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
    readonly password: string;
    /** Options of a connection over TLS; false for none. */
    readonly ssl: false | { readonly ca?: string; readonly rejectUnauthorized: boolean };
    readonly connectionTimeoutMillis?: number;
    readonly keepAlive?: boolean;
    readonly application_name?: string;
    /** Milliseconds after which the server ends a statement; 0 for the server's own limit. */
    readonly statement_timeout?: number;
    /** Milliseconds after which the client waits no longer for an answer. */
    readonly query_timeout?: number;
  }

  export interface Query {
    readonly text: string;
    /** Name under which the server keeps the plan of the statement on this connection. */
    readonly name?: string;
    readonly values?: readonly unknown[];
    readonly rowMode?: "array";
    /** Returns the function that reads the text of a column of a type. */
    readonly types?: { getTypeParser(typeId: number): (text: string) => string | Uint8Array<ArrayBuffer> };
    /** Milliseconds after which the client waits no longer. */
    readonly query_timeout?: number;
  }

  export interface Answer {
    readonly rows: (readonly (string | Uint8Array<ArrayBuffer> | null)[])[];
  }

  export interface ClientBase {
    query(query: Query): Promise<Answer>;
    query(text: string, values?: readonly unknown[]): Promise<Answer>;
    on(event: "error" | "end", listener: () => void): void;
    on(event: "notification", listener: (notice: { readonly payload?: string }) => void): void;
    readonly connection: { readonly stream: { destroy(): void } };
  }

  export class Client implements ClientBase {
    constructor(config: ClientConfig);
    connect(): Promise<void>;
    query(query: Query): Promise<Answer>;
    query(text: string, values?: readonly unknown[]): Promise<Answer>;
    on(event: "error" | "end", listener: () => void): void;
    on(event: "notification", listener: (notice: { readonly payload?: string }) => void): void;
    readonly connection: { readonly stream: { destroy(): void } };
    end(): Promise<void>;
  }

  export interface PoolClient extends ClientBase {
    /** Gives the connection back, or ends it. */
    release(isEnded?: boolean): void;
  }

  export interface PoolConfig extends ClientConfig {
    readonly max: number;
    readonly idleTimeoutMillis: number;
    /** Whether idle connections let the process end. */
    readonly allowExitOnIdle: boolean;
    readonly onConnect?: (client: ClientBase) => Promise<void>;
  }

  export class Pool {
    constructor(config: PoolConfig);
    connect(): Promise<PoolClient>;
    on(event: "error", listener: () => void): void;
    /** `connect` tells of each new connection, and `remove` of each whose socket is closed. */
    on(event: "connect" | "remove", listener: (client: ClientBase) => void): void;
    end(): Promise<void>;
  }

  /** Error of the server; `code` is its SQLSTATE. */
  export class DatabaseError extends Error {
    readonly code: string | undefined;
  }
}

export default pg;
