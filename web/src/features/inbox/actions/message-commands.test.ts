import type { MailAction } from "@intellibox/contract/endpoints/actions";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import type { MessageState } from "#api/inbox-changes.ts";
import type { FolderLists } from "#api/mail-folders.ts";
import { refusalsOf } from "./abilities.ts";
import { doneWords, skippedWords, undoneWords } from "./action-words.ts";
import { type CommandName, messageCommands } from "./message-commands.ts";

const message = (state: Partial<MessageState> = {}): MessageState => ({
  ...{
    id: "m",
    threadId: "t",
    snoozedUntil: null,
    muted: false,
    boxId: "box",
    folder: "inbox",
    folderIds: [],
    starred: false,
    unread: false,
    ...state,
  },
});

/** The label of a command, and the action that it runs. */
function commandOf(name: CommandName, chosen: MessageState[]) {
  const ran: string[] = [];
  const { label, run } = messageCommands(
    chosen,
    { move: undefined, label: undefined, star: undefined, snooze: undefined },
    {
      act: (action: MailAction) => ran.push(action),
      pick: (use) => ran.push(`pick ${use}`),
      snooze: () => ran.push("snooze"),
      mute: () => ran.push("mute"),
      confirmDelete: () => ran.push("confirm"),
    },
  )[name];
  run();
  return [label, ...ran];
}

test("commands follow the state of the messages", () => {
  expect(commandOf("archive", [message()])).toEqual(["Archive", "archive"]);
  expect(commandOf("archive", [message({ folder: "trash" })])).toEqual(["Move to Inbox", "inbox"]);
  expect(commandOf("star", [message({ starred: true }), message()])).toEqual(["Star", "star"]);
  expect(commandOf("star", [message({ starred: true })])).toEqual(["Remove star", "unstar"]);
  expect(commandOf("junk", [message({ folder: "junk" })])).toEqual(["Not spam", "notJunk"]);
  expect(commandOf("read", [message({ unread: true }), message()])).toEqual(["Mark as read", "read"]);
  expect(commandOf("mute", [message({ muted: true })])).toEqual(["Unmute", "mute"]);
  expect(commandOf("move", [message()])).toEqual(["Move to folder", "pick move"]);
});

test("only mail in trash, spam or drafts is deleted for good, after a question", () => {
  expect(commandOf("trash", [message()])).toEqual(["Delete", "trash"]);
  expect(commandOf("trash", [message({ folder: "trash" }), message()])).toEqual(["Delete", "trash"]);
  expect(commandOf("trash", [message({ folder: "trash" })])).toEqual(["Delete for good", "confirm"]);
});

const boxes = new Map([
  ["pop", { provider: "pop3" } as ConnectedMailbox],
  ["imap", { provider: "imap" } as ConnectedMailbox],
  ["local", { provider: "local" } as ConnectedMailbox],
]);
const lists = {
  mailboxes: [
    {
      mailboxId: "pop",
      abilities: { folders: false, labels: false, star: true, createFolder: false, answerMarks: false },
      folders: [],
    },
    {
      mailboxId: "imap",
      abilities: { folders: true, labels: false, star: true, createFolder: true, answerMarks: true },
      folders: [],
    },
    {
      mailboxId: "local",
      abilities: { folders: false, labels: false, star: true, createFolder: false, answerMarks: false },
      folders: [],
    },
  ],
} as unknown as FolderLists;

test("what a mailbox lacks is refused with the reason", () => {
  const refusals = (...ids: string[]) =>
    refusalsOf(
      ids.map((boxId) => ({ boxId, folder: "inbox" })),
      lists,
      boxes,
    );
  expect(refusals("pop").move).toBe("POP3 has no folders");
  expect(refusals("local").move).toBe("This mailbox has only the standard folders");
  expect(refusals("imap")).toEqual({
    move: undefined,
    label: "IMAP has no labels",
    star: undefined,
    snooze: undefined,
  });
  expect(refusals("imap", "pop").move).toBe("Select messages of one mailbox only");
});

const of = (...sizes: number[]) => ({
  messages: sizes.map((threadSize) => ({ ...message({}), threadSize })),
  extent: "message" as const,
});

test("a toast says what was done, and what was left", () => {
  expect(doneWords({ ...of(1), action: "archive" })).toBe("Message archived");
  expect(doneWords({ ...of(1, 1), action: "trash" })).toBe("2 messages deleted");
  expect(doneWords({ ...of(4), extent: "thread", action: "archive" })).toBe("Conversation archived");
  expect(doneWords({ ...of(4, 1), extent: "thread", action: "archive" })).toBe("2 conversations archived");
  expect(doneWords({ ...of(1), extent: "thread", action: "archive" })).toBe("Message archived");
  expect(undoneWords({ ...of(4, 4), extent: "thread", action: "trash" })).toBe("Conversations restored");
  expect(undoneWords({ ...of(1), action: "archive" })).toBe("Back in Inbox");
  expect(undoneWords({ ...of(1), action: "star" })).toBe("Star removed");
  const mixed = [message({ folder: "archive" }), message({ folder: "other" })];
  expect(undoneWords({ messages: mixed, extent: "message", action: "inbox" })).toBe("Moved back");
  const folder = { name: "Zeta", above: ["Projects"], role: null } as never;
  expect(doneWords({ ...of(1), action: "move", folder })).toBe("Message moved to Projects / Zeta");
  expect(doneWords({ ...of(1), action: "unlabel", folder })).toBe("Projects / Zeta removed from message");
  expect(undoneWords({ ...of(1), action: "label", folder })).toBe("Projects / Zeta removed");
  expect(skippedWords(1, "POP3 has no folders.")).toBe("1 message was left as it was: POP3 has no folders.");
  expect(skippedWords(2, "POP3 has no folders.")).toBe("2 messages were left as they were: POP3 has no folders.");
});
