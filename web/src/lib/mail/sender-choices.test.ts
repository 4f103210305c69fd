import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import { ownAddresses } from "./own-addresses.ts";
import { senderChoices } from "./sender-choices.ts";

const box = (id: string, email: string, maySendAs = true, aliases: string[] = []) =>
  ({ id, email, maySendAs, provider: "imap", name: "", aliases }) as unknown as ConnectedMailbox;
const valuesOf = (boxes: ConnectedMailbox[], mailboxId: string, alias = "") =>
  senderChoices(boxes, "ana@acme.test", { mailboxId, alias }).map(({ value }) => value);

test("the own address is one choice: its mailbox, or the address itself while no mailbox is chosen", () => {
  const boxes = [box("own", "Ana@acme.test"), box("sales", "sales@acme.test")];
  expect(valuesOf(boxes, "sales")).toEqual(["own", "sales"]);
  expect(valuesOf(boxes, "")).toEqual(["sales", ""]);
  expect(valuesOf([box("sales", "sales@acme.test")], "sales")).toEqual(["sales", ""]);
});

test("a mailbox that is not proved is listed only if it is chosen", () => {
  const boxes = [box("other", "other@x.test", false)];
  expect([valuesOf(boxes, ""), valuesOf(boxes, "other")]).toEqual([[""], ["other", ""]]);
});

test("confirmed aliases follow their mailbox, and a chosen alias that was removed stays listed [SYN-19]", () => {
  const boxes = [
    box("own", "Ana@acme.test", true, ["team@acme.test"]),
    box("other", "o@x.test", false, ["shop@x.test"]),
  ];
  expect(valuesOf(boxes, "own", "team@acme.test")).toEqual(["own", "own team@acme.test", "other shop@x.test"]);
  expect(valuesOf(boxes, "")).toEqual(["own team@acme.test", "other shop@x.test", ""]);
  expect(valuesOf(boxes, "own", "gone@acme.test")).toContain("own gone@acme.test");
});

test("a list of mailboxes that an earlier version has kept on the device has no aliases", () => {
  const { aliases: _, ...kept } = box("sales", "sales@acme.test");
  expect(valuesOf([kept as ConnectedMailbox], "sales")).toEqual(["sales", ""]);
  expect(ownAddresses("ana@acme.test", [kept as ConnectedMailbox])).toEqual(["ana@acme.test", "sales@acme.test"]);
});
