import { type Certificate, isGoodCertificate, selfSignedCertificate } from "./self_signed_certificate.ts";

/**
 * The self-signed certificate of a folder: made once, and anew when it ends or names other hosts. The key is readable
 * by its owner alone.
 */
export async function certificateOfFolder(
  folder: string,
  { hosts, now }: { hosts: readonly string[]; now: number },
): Promise<Certificate> {
  const paths = { certificate: `${folder}/certificate.pem`, key: `${folder}/key.pem` };
  const stored = await readCertificate(paths);
  if (stored !== null && isGoodCertificate(stored.certificate, hosts, now)) return stored;
  const made = await selfSignedCertificate(hosts, now);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(paths.key, made.key);
  await writeWhole(paths.certificate, made.certificate);
  return made;
}

/** The hosts that a service is called by: its own machine, and the host of its public address. */
export function hostsOf(publicUrl: string): readonly string[] {
  const publicHost = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return [...new Set(["localhost", "127.0.0.1", "::1", publicHost])];
}

async function readCertificate(paths: Certificate): Promise<Certificate | null> {
  try {
    return { certificate: await Deno.readTextFile(paths.certificate), key: await Deno.readTextFile(paths.key) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Another process that starts at the same time never reads half a file. */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = await Deno.makeTempFile({ dir: path.slice(0, path.lastIndexOf("/")), prefix: ".pem-" });
  await Deno.writeTextFile(temporary, text, { mode: 0o600 });
  await Deno.rename(temporary, path);
}
