import { noteAbsence } from "../support/absent_program.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/smtp_server.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { hostedRuntime } from "./hosted_runtime.ts";
import { TestPlatform, type TestPlatformOptions } from "./test_platform.ts";

const runtime = await hostedRuntime();
if ("absent" in runtime) noteAbsence("Deno 2.5.0", `Skipped the tests of the hosted platform: ${runtime.absent}`);

/** Whether this machine lacks the runtime of the hosted platform, so that its tests are skipped. */
export const LACKS_PLATFORM: boolean = "absent" in runtime;

/** What a test on the test platform works with. */
export interface OnPlatform {
  readonly platform: TestPlatform;
  /** The mail server of the app. */
  readonly mails: TestSmtpServer;
  /** Folder that goes with the test. */
  readonly folder: string;
}

/** Test helper. Runs a test on a test platform with an empty database and a mail server, unless its options differ. */
export async function withPlatform(
  { moreSettings = {}, ...options }: Partial<TestPlatformOptions> & {
    /** Settings of the app beside its mail server and its address. */
    readonly moreSettings?: Readonly<Record<string, string>>;
  },
  test: (parts: OnPlatform) => Promise<void>,
): Promise<void> {
  if ("absent" in runtime) throw new Error(runtime.absent);
  await using folder = await temporaryFolder();
  const mails = await startSmtpServer({ tls: "none" });
  try {
    await using platform = await TestPlatform.start({
      runtime: runtime.path,
      database: `${folder.path}/kv.sqlite3`,
      settings: { MAIL_URL: `smtp://127.0.0.1:${mails.port}`, PUBLIC_URL: "https://localhost", ...moreSettings },
      ...options,
    });
    await test({ platform, mails, folder: folder.path });
  } finally {
    await mails.close();
  }
}
