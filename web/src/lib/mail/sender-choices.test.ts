import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import { senderChoices } from "./sender-choices.ts";

const box = (id: string, email: string, maySendAs = true) =>
  ({ id, email, maySendAs, provider: "imap", name: "" }) as ConnectedMailbox;
const valuesOf = (boxes: ConnectedMailbox[], chosen: string) =>
  senderChoices(boxes, "ana@acme.test", chosen).map(({ value }) => value);

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
