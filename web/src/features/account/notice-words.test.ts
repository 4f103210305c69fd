import { expect, test } from "vitest";
import { noticeInWords } from "./notice-words.ts";

const notice = {
  id: "1",
  by: { name: "Ana Rao", email: "ana@acme.test" },
  at: new Date("2026-03-04T05:06:00Z"),
  address: "192.0.2.7",
  reason: "",
};

test("a notice names who, when and from where, and a release or an export of mail also the reason", () => {
  for (const kind of ["first-password", "password-set", "link-sent", "mail-released", "mail-exported"] as const) {
    const words = noticeInWords({ ...notice, kind, reason: "Asked on the phone" });
    expect(words).toContain("Ana Rao (ana@acme.test)");
    expect(words).toContain("2026");
    expect(words).toContain("from 192.0.2.7");
    expect(words.includes("Asked on the phone")).toBe(kind.startsWith("mail-"));
  }
  expect(noticeInWords({ ...notice, kind: "password-set", address: "" })).not.toContain("from");
});
