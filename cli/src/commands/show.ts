import type { Client } from "@intellibox/client";
import { type Command, messageIdOf } from "../command.ts";
import { safeText } from "../safe-text.ts";
import { facts, table, timeText } from "../table.ts";

type Message = Awaited<ReturnType<Client["inbox"]["message"]>>;

export const show: Command = {
  summary: "Show a message",
  usage: "<message id> [--json]",
  async run(call) {
    const message = await (await call.client()).inbox.message({ params: { id: messageIdOf(call) } });
    call.show(message, () => messageText(message));
  },
};

export const thread: Command = {
  summary: "Show all messages of a conversation, oldest first",
  usage: "<message id> [--json]",
  async run(call) {
    const id = messageIdOf(call);
    const client = await call.client();
    const opened = await client.inbox.message({ params: { id } });
    const others = opened.thread.filter((item) => item.id !== opened.id);
    const messages = [opened];
    for (const item of others) messages.push(await client.inbox.message({ params: { id: item.id } }));
    messages.sort((a, b) => a.date.getTime() - b.date.getTime());
    call.show(messages, () => messages.map(messageText).join(`\n${"─".repeat(40)}\n\n`));
  },
};

function messageText({ id, from, fromName, to, cc, date, subject, account, bodyText, attachments }: Message) {
  const listed = (people: Message["to"]) =>
    people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");
  const head = facts([
    ["Id", id],
    ["From", fromName ? `${fromName} <${from}>` : from],
    ["To", listed(to)],
    ["Cc", listed(cc)],
    ["Date", timeText(date)],
    ["Subject", subject],
    ["Mailbox", account],
  ]);
  const files = table(
    ["PART", "BYTES", "TYPE", "FILE"],
    attachments.map(({ part, size, mimeType, fileName }) => [part, String(size), mimeType, fileName]),
  );
  return `${head}\n${safeText(bodyText).trimEnd()}\n${attachments.length > 0 ? `\n${files}` : ""}`;
}
