import { expect, test } from "vitest";
import { isLocalModelAddress, readLocalModelHosts, readModelHost } from "./local-model-hosts.ts";

const ports = [11434, 1234, 8080];
const here = { host: "127.0.0.1", ports };

test("the setting is on, off, or hosts in addition to this computer", () => {
  expect(readLocalModelHosts("on")).toEqual([here]);
  expect(readLocalModelHosts("OFF")).toEqual([]);
  expect(readLocalModelHosts("gpu.lan, 10.0.0.5:11434 [fd00::1]:8080")).toEqual([
    here,
    { host: "gpu.lan", ports },
    { host: "10.0.0.5", ports: [11434] },
    { host: "fd00::1", ports: [8080] },
  ]);
  for (const wrong of ["http://gpu.lan", "a b/c", "gpu.lan:99999", "user@host", "host?x", "-"])
    expect(readLocalModelHosts(wrong)).toBeUndefined();
});

test("an address is compared by host and port, in every spelling", () => {
  const hosts = readLocalModelHosts("gpu.lan:80") ?? [];
  for (const url of [
    "http://127.0.0.1:11434/v1",
    "http://localhost:1234/v1",
    "http://[::1]:8080",
    "http://2130706433:8080/v1",
    "http://gpu.lan/v1",
  ])
    expect(isLocalModelAddress(hosts, url), url).toBe(true);
  for (const url of [
    "http://127.0.0.1:5432",
    "http://127.0.0.1",
    "http://127.0.0.1:11434@10.0.0.1/",
    "http://10.0.0.1:11434",
    "http://gpu.lan:8080",
    "ftp://127.0.0.1:11434",
    "nonsense",
  ])
    expect(isLocalModelAddress(hosts, url), url).toBe(false);
  expect(readModelHost("localhost")).toEqual(here);
});
