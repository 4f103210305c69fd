import { expect, test } from "vitest";
import { countedAddress } from "./counted-address.ts";

test("IPv6 is counted by its /64 in any notation", () => {
  for (const address of [
    "2001:db8:1:2::1",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:0DB8:0001:0002:0:0:0:9",
    "2001:db8:1:2::192.0.2.1",
  ]) {
    expect(countedAddress(address), address).toBe("2001:db8:1:2::/64");
  }
  expect(countedAddress("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
  expect(countedAddress("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(countedAddress("::1")).toBe("0:0:0:0::/64");
});

test("IPv4 is counted by its address, also if it is mapped to IPv6", () => {
  expect(countedAddress("192.0.2.7")).toBe("192.0.2.7");
  expect(countedAddress("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(countedAddress("::ffff:c000:207")).toBe("192.0.2.7");
  expect(countedAddress("0:0:0:0:0:ffff:c000:0207")).toBe("192.0.2.7");
});

test("a text that is no address is counted unchanged", () => {
  expect(countedAddress("")).toBe("");
  expect(countedAddress("unknown")).toBe("unknown");
});
