import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { certificateOfFolder, hostsOf } from "./certificate_files.ts";
import { isGoodCertificate, selfSignedCertificate } from "./self_signed_certificate.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const HOSTS = ["localhost", "127.0.0.1", "::1", "portfolio.example"];

Deno.test("a self-signed certificate names its hosts, is not an authority and expires after 825 days", async () => {
  const { certificate } = await selfSignedCertificate(HOSTS, NOW);
  const read = new X509Certificate(certificate);
  assert.equal(read.ca, false);
  assert.equal(
    read.subjectAltName,
    "DNS:localhost, IP Address:127.0.0.1, IP Address:::1, DNS:portfolio.example",
  );
  assert.equal(read.validToDate.getTime(), NOW + 825 * DAY_MS);
  assert.ok(read.validFromDate.getTime() < NOW);
});

Deno.test("a certificate is accepted until a day before it expires, for the hosts that it names", async () => {
  const { certificate } = await selfSignedCertificate(HOSTS, NOW);
  assert.equal(isGoodCertificate(certificate, HOSTS, NOW), true);
  assert.equal(isGoodCertificate(certificate, HOSTS, NOW + 824 * DAY_MS), false);
  assert.equal(isGoodCertificate(certificate, ["other.example"], NOW), false);
});

Deno.test("the certificate in a folder is kept until it expires or another host is needed", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [first, again, later, other] = [
      await certificateOfFolder(`${folder}/tls`, { hosts: HOSTS, now: NOW }),
      await certificateOfFolder(`${folder}/tls`, { hosts: HOSTS, now: NOW + DAY_MS }),
      await certificateOfFolder(`${folder}/tls`, { hosts: HOSTS, now: NOW + 825 * DAY_MS }),
      await certificateOfFolder(`${folder}/tls`, { hosts: [...HOSTS, "new.example"], now: NOW + 825 * DAY_MS }),
    ];
    assert.deepEqual(again, first);
    assert.notEqual(later.certificate, first.certificate);
    assert.notEqual(other.certificate, later.certificate);
    for (const file of ["certificate.pem", "key.pem"]) {
      assert.equal(((await Deno.stat(`${folder}/tls/${file}`)).mode ?? 0) & 0o777, 0o600);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the hosts of a certificate are the loopback names and the host of the public URL", () => {
  assert.deepEqual(hostsOf("https://portfolio.example:8443"), HOSTS);
  assert.deepEqual(hostsOf("https://[2001:db8::1]"), ["localhost", "127.0.0.1", "::1", "2001:db8::1"]);
  assert.deepEqual(hostsOf("https://localhost:8443"), ["localhost", "127.0.0.1", "::1"]);
});
