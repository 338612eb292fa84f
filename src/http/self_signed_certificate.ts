import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** Type of a TLS certificate and its private key, both as PEM text. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
/**
 * Lifetime of a self-signed certificate in milliseconds, the longest that browsers accept for a certificate trusted by
 * hand.
 */
const LIFETIME_MS = 825 * DAY_MS;

/**
 * Makes a self-signed TLS certificate for host names and IP addresses. It is valid from an hour before `now`
 * (milliseconds since 1970) and for 825 days after it.
 */
export async function selfSignedCertificate(hosts: readonly string[], now: number): Promise<Certificate> {
  const signing = { name: "ECDSA", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${hosts[0]}`,
    notBefore: new Date(now - 3_600_000),
    notAfter: new Date(now + LIFETIME_MS),
    signingAlgorithm: signing,
    keys,
    extensions: [
      // The certificate says that it cannot sign others: clients refuse a server's certificate that could.
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.SubjectAlternativeNameExtension(hosts.map(alternativeName)),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    ],
  }, crypto);
  const key = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  return { certificate: certificate.toString("pem"), key: privateKeyPem(key) };
}

/** Whether a certificate is valid for at least another day and names every one of the hosts. */
export function isGoodCertificate(pem: string, hosts: readonly string[], now: number): boolean {
  const certificate = new x509.X509Certificate(pem);
  const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.toJSON() ?? [];
  const known = new Set(names.map(({ value }) => value));
  return certificate.notAfter.getTime() > now + DAY_MS && hosts.every((host) => known.has(host));
}

function alternativeName(host: string): { type: "ip" | "dns"; value: string } {
  return { type: /^[\d.]+$|:/.test(host) ? "ip" : "dns", value: host };
}

function privateKeyPem(pkcs8: Uint8Array): string {
  const lines = pkcs8.toBase64().match(/.{1,64}/g) ?? [];
  return ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
}
