import { StoreError } from "../store_error.ts";

/** Server that may hold the database. With several, the first that accepts writes is used. */
export interface PostgresHost {
  /** Name or address of the host, or the folder of a Unix socket, which begins with a slash. */
  readonly host: string;
  readonly port: number;
}

/** What a `postgres://` address says. */
export interface PostgresAddress {
  readonly hosts: readonly PostgresHost[];
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  /** Whether connections are encrypted and the name and authority of the server's certificate are verified. */
  readonly isEncrypted: boolean;
  /** File with the certificate of the authority in PEM; null for the authorities that the runtime trusts. */
  readonly authorityFile: string | null;
  /** Schema of the database in which the tables lie, so that several installations may share a database. */
  readonly schema: string;
  /** Largest number of connections of this process, besides the one that listens for jobs. */
  readonly connections: number;
  /**
   * Whether the host is a pooler such as pgbouncer in transaction mode: it gives a connection of the server to another
   * client after each transaction, so nothing may be kept in a session.
   */
  readonly isPooled: boolean;
}

const DEFAULT_PORT = 5_432;
const DEFAULT_SCHEMA = "portfolio";
const DEFAULT_CONNECTIONS = 10;
const CONNECTIONS_AT_MOST = 500;

/** Names of the options that an address may have after its `?`. The refusal of another option lists them. */
const OPTIONS = ["sslmode", "sslrootcert", "schema", "connections", "pgbouncer", "host"] as const;
type Option = typeof OPTIONS[number];

/**
 * Options that other programs put into such an address, and that change nothing here: each has its fixed value or is
 * decided by the server.
 */
const WITHOUT_USE = ["application_name", "channel_binding", "connect_timeout", "target_session_attrs"];

/** Modes of `sslmode`. All but `disable` verify the certificate. */
const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;

/** Longest name of a database or a user; the server cuts off the rest and would use another one. */
const NAME_BYTES_AT_MOST = 63;

const FORM = /^postgres(?:ql)?:\/\/(?:(?<user>.*)@)?(?<hosts>[^/@]*)(?:\/(?<database>[^/]*))?$/s;

/** Name of a host, its address, or the folder of a socket, and the port behind it. */
const HOST = /^(?:\[(?<v6>[\da-f:.%]+)\]|(?<name>\/[^:]*|[\w.-]+))(?::(?<port>\d{1,5}))?$/i;

/** Whether a `KV_PATH` is the address of a PostgreSQL database. */
export function isPostgresPath(path: string): boolean {
  return /^postgres(ql)?:\/\//.test(path);
}

/**
 * Reads a `postgres://user:password@host:port/database?…` address as PostgreSQL's own programs do: several hosts with
 * commas between them, a folder of a socket as `?host=/folder`. Throws a `StoreError` that names what is wrong without
 * the password: it shows no part that could belong to one, because an address with a fault may be cut anywhere.
 */
export function postgresAddress(path: string): PostgresAddress {
  const [place = "", query = ""] = cutAt(path, "?");
  if (query.includes("@")) throw refused('it has a "?" before an "@": write %3F for a "?" in the password');
  const parts = FORM.exec(place)?.groups;
  if (parts === undefined) throw refused("it must be postgres://user:password@host:port/database");
  const [user = "", password] = cutAt(parts.user ?? "", ":");
  if (user === "") throw refused("it names no user: begin it with postgres://user:password@");
  const options = optionsOf(query);
  const hosts = hostsOf(options.host ?? decoded("host", parts.hosts ?? ""));
  const address = {
    hosts,
    user: decoded("user", user),
    password: password === undefined ? null : decoded("password", password),
    database: decoded("database", parts.database ?? "") || decoded("user", user),
    isEncrypted: isEncrypted(options.sslmode, hosts),
    authorityFile: options.sslrootcert ?? null,
    schema: schemaOf(options.schema ?? DEFAULT_SCHEMA),
    connections: connectionsOf(options.connections ?? String(DEFAULT_CONNECTIONS)),
    isPooled: isPooledOf(options.pgbouncer ?? "false"),
  };
  refuseName("user", address.user);
  refuseName("database", address.database);
  if (address.authorityFile !== null && !address.isEncrypted) {
    throw refused("it has sslrootcert but no encryption: add sslmode=verify-full");
  }
  return address;
}

const REFUSED = "Cannot use the address of PostgreSQL: ";

/** Returns what is wrong with the address of a database, as a sentence that begins with "it"; null if nothing is. */
export function faultOfPostgres(path: string): string | null {
  try {
    postgresAddress(path);
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error.message.slice(REFUSED.length);
    throw error;
  }
}

/** Whether an address sends the data of the store, or a part of its hosts, unencrypted to another machine. */
export function isUnencryptedPostgres(path: string): boolean {
  if (!isPostgresPath(path) || faultOfPostgres(path) !== null) return false;
  const { isEncrypted, hosts } = postgresAddress(path);
  return !isEncrypted && !hosts.every(({ host }) => isThisMachine(host));
}

/** Returns the address without its password, for sentences and logs. */
export function shownAddress(path: string): string {
  const [place = ""] = cutAt(path, "?");
  const parts = FORM.exec(place)?.groups;
  if (parts === undefined) return "postgres://…";
  const [user = ""] = cutAt(parts.user ?? "", ":");
  return `postgres://${user}@${parts.hosts ?? ""}/${parts.database ?? ""}`;
}

function cutAt(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function optionsOf(query: string): Partial<Record<Option, string>> {
  const options: Partial<Record<Option, string>> = {};
  const isCut = query.split("&").some((part) => part !== "" && !part.includes("="));
  if (isCut) throw refused('it has a "?" or "&" without the option=value that belongs behind it');
  for (const [name, value] of new URLSearchParams(query)) {
    if (WITHOUT_USE.includes(name)) continue;
    const option = OPTIONS.find((known) => known === name);
    if (option === undefined) throw refused(`its option "${name}" is not known: ${OPTIONS.join(", ")} are`);
    if (options[option] !== undefined) throw refused(`its option "${name}" is there twice`);
    options[option] = value;
  }
  return options;
}

function hostsOf(text: string): readonly PostgresHost[] {
  if (text === "") throw refused("it names no host");
  return text.split(",").map((one, index) => {
    const parts = HOST.exec(one)?.groups, host = parts?.v6 ?? parts?.name;
    const port = Number(parts?.port ?? DEFAULT_PORT);
    if (host !== undefined && port >= 1 && port <= 65_535) return { host, port };
    throw refused(`its host number ${index + 1} must be a name and a port, such as db.example:5432`);
  });
}

/** Encryption is left out only where the address says so, or where the database is on this machine. */
function isEncrypted(mode: string | undefined, hosts: readonly PostgresHost[]): boolean {
  if (mode === undefined) return !hosts.every(({ host }) => isThisMachine(host));
  if (SSL_MODES.some((known) => known === mode)) return mode !== "disable";
  throw refused(`its sslmode "${mode}" is not one of ${SSL_MODES.join(", ")}; all but disable verify the certificate`);
}

/** Whether a host is this machine, so that nobody else can read what is sent. */
export function isThisMachine(host: string): boolean {
  return /^(\/.*|localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

function schemaOf(name: string): string {
  if (/^[a-z_][a-z0-9_]{0,40}$/.test(name) && !name.startsWith("pg_")) return name;
  throw refused(`its schema "${name}" must be small letters, digits and "_", and must not begin with pg_`);
}

function connectionsOf(text: string): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= 1 && count <= CONNECTIONS_AT_MOST) return count;
  throw refused(`its connections "${text}" must be a whole number from 1 to ${CONNECTIONS_AT_MOST}`);
}

function isPooledOf(text: string): boolean {
  if (["true", "false"].includes(text)) return text === "true";
  throw refused(`its pgbouncer "${text}" must be true or false`);
}

function refuseName(what: string, name: string): void {
  if (name.includes("\0")) throw refused(`its ${what} has a character that no name may have`);
  if (new TextEncoder().encode(name).length <= NAME_BYTES_AT_MOST) return;
  throw refused(`its ${what} has more than ${NAME_BYTES_AT_MOST} bytes, the longest name that PostgreSQL keeps apart`);
}

function decoded(what: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) throw refused(`its ${what} has a "%" that begins no code: write %25 for it`);
    throw error;
  }
}

function refused(reason: string): StoreError {
  return new StoreError(`${REFUSED}${reason}`);
}
