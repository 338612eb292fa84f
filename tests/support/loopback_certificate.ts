import type { Certificate } from "../../src/http/self_signed_certificate.ts";

/**
 * A certificate for a server on loopback: the one in the folder that `TEST_CERTIFICATE_FOLDER` names, as the runner of
 * the tests makes it for all of them, or one of its own.
 */
export async function loopbackCertificate(): Promise<Certificate> {
  const folder = Deno.env.get("TEST_CERTIFICATE_FOLDER");
  if (folder !== undefined) {
    const [certificate, key] = await Promise.all(["certificate", "key"].map((name) => readPem(folder, name)));
    return { certificate, key };
  }
  const { selfSignedCertificate } = await import("../../src/http/self_signed_certificate.ts");
  return await selfSignedCertificate(["localhost", "127.0.0.1"], Date.now());
}

function readPem(folder: string, name: string): Promise<string> {
  return Deno.readTextFile(`${folder}/${name}.pem`);
}
