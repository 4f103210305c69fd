import { expect, test } from "vitest";
import { rowName, rowSenders } from "./row-senders.ts";

const sender = (name: string, parts: { isMe?: boolean; unread?: boolean } = {}) => ({
  ...{ name, isMe: false, unread: false, ...parts },
});
const names = (...all: ReturnType<typeof sender>[]) =>
  rowSenders({ senders: all, unread: 1 })
    .map(({ name }) => name)
    .join(", ");

test("a row names the people of a thread by their first names, the reader as me, and of many the first and the latest", () => {
  expect(names(sender("Meera Rao"), sender("Rohan", { isMe: true }))).toBe("Meera, me");
  expect(names(sender("Meera Rao"))).toBe("Meera Rao");
  expect(names(sender("Rao, Meera"), sender("orders@saffron.in"), sender("Dr. Asha Iyer"))).toBe("Meera, orders, Asha");
  expect(names(...["Ann", "Ben", "Cat", "Dan"].map((name) => sender(name)))).toBe("Ann, …, Cat, Dan");
  expect(names(sender(" "), sender(""))).toBe("Unknown sender, Unknown sender");
});

test("who wrote unread mail stands out", () => {
  const senders = [sender("Ann"), sender("Ben", { unread: true })];
  expect(rowSenders({ senders, unread: 1 }).map(({ isUnread }) => isUnread)).toEqual([false, true]);
  expect(rowSenders({ senders, unread: 0 }).map(({ isUnread }) => isUnread)).toEqual([false, false]);
});

test("a row without a thread is named by its sender", () => {
  expect(rowName({ fromName: "", from: "a@x.test" })).toBe("a@x.test");
  expect(rowName({ fromName: "", from: "" })).toBe("Unknown sender");
});
