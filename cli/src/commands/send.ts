import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { Client, FileToSend } from "@intellibox/client";
import { type Call, type Command, checkedId } from "../command.ts";
import { Failure, Misuse } from "../failure.ts";
import { safeLine, safeText } from "../safe-text.ts";
import { facts, timeText } from "../table.ts";

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

export const send: Command = {
  summary: "Send a mail; asks first",
  usage: "--to address --subject text (--body text | < file) [--yes] [more options]",
  details: `The text comes from --body or from the standard input. On a terminal it asks y/N; anywhere else it needs --yes.
  --to, --cc, --bcc  an address; may be given several times
  --subject          required, except with --answer
  --body             the text
  --answer           the id of the message that it answers, in its conversation
  --attach           a file; may be given several times
  --at               when to send it, such as 2026-03-04T09:30:00+05:30
  --once             a name of this send: the same command with the same name sends once
  --yes              do not ask`,
  options: {
    ...{
      to: texts,
      cc: texts,
      bcc: texts,
      subject: text,
      body: text,
      answer: text,
      attach: texts,
      at: text,
      once: text,
    },
    yes: { type: "boolean", short: "y" },
  },
  async run(call) {
    const { terminal } = call;
    if (call.words.length > 0)
      throw new Misuse(`What is “${safeLine(call.words.join(" "))}”? Give the text with --body.`);
    const isSure = call.flag("yes");
    if (!isSure && !terminal.canAsk)
      throw new Misuse("Nobody can be asked here. Add --yes to send without a question.");
    const answer = call.text("answer");
    const answeredId = answer === undefined ? undefined : checkedId(answer);
    if (call.text("subject") === undefined && !answeredId) throw new Misuse("Give --subject.");
    if (call.texts("to").length === 0 && !answeredId) throw new Misuse("Give --to.");
    const at = timeOf(call.text("at"));
    const files = await Promise.all(call.texts("attach").map(fileOf));
    const client = await call.client();
    const mail = { ...(await mailOf(client, call, answeredId)), body: await bodyOf(call) };
    if (!isSure && !(await isWanted(call, mail, files, at))) throw new Failure("Not sent.");
    const headers = { ...(at && { "x-send-at": at.toISOString() }), ...once(call.text("once")) };
    const sent = await client.outbox.send({ body: mail, headers, files });
    const { status, messageId, sendAt, detail } = sent;
    call.show(sent, () =>
      facts([
        [status === "sent" ? "Sent" : "Waits", messageId],
        ["Until", sendAt && timeText(sendAt)],
        ["Note", detail],
      ]),
    );
  },
};

type Mail = { to: string[]; cc?: string[]; bcc?: string[]; subject: string; inReplyTo?: string; references?: string[] };

async function mailOf(client: Client, call: Call, answeredId: string | undefined): Promise<Mail> {
  const [to, cc, bcc] = [call.texts("to"), call.texts("cc"), call.texts("bcc")];
  const copies = { ...(cc.length > 0 && { cc }), ...(bcc.length > 0 && { bcc }) };
  if (!answeredId) return { to, ...copies, subject: call.text("subject") ?? "" };
  const { from, replyTo, subject, messageId, references } = await client.inbox.message({ params: { id: answeredId } });
  const authors = replyTo.length > 0 ? replyTo.map(({ address }) => address) : [from];
  return {
    ...{ to: to.length > 0 ? to : authors, ...copies },
    subject: call.text("subject") ?? `Re: ${subject.replace(/^re:\s*/i, "")}`,
    ...(messageId && { inReplyTo: messageId, references: [...references.slice(-100), messageId] }),
  };
}

async function bodyOf({ terminal, text: given }: Call) {
  const body = given("body");
  if (body !== undefined) return body;
  if (terminal.canAsk) throw new Misuse("Give the text with --body, or from a file: … < text.txt");
  return terminal.readInput();
}

async function isWanted({ terminal }: Call, mail: Mail & { body: string }, files: FileToSend[], at: Date | undefined) {
  terminal.err(
    facts([
      ["To", mail.to.join(", ")],
      ["Cc", mail.cc?.join(", ")],
      ["Bcc", mail.bcc?.join(", ")],
      ["Subject", mail.subject],
      ["Files", files.map(({ name }) => name).join(", ")],
      ["When", at && timeText(at)],
    ]),
  );
  terminal.err(`\n${safeText(mail.body).trimEnd()}\n\n`);
  return /^y(es)?$/i.test((await terminal.ask("Send it? y/N ")).trim());
}

async function fileOf(path: string): Promise<FileToSend> {
  try {
    return { name: basename(path), content: await openAsBlob(path) };
  } catch {
    throw new Failure(`${path} cannot be read.`);
  }
}

function timeOf(given: string | undefined) {
  if (given === undefined) return undefined;
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) throw new Misuse(`${given} is not a date and time.`);
  return time;
}

function once(name: string | undefined) {
  if (name === undefined) return {};
  if (!/^[\x21-\x7e]{1,200}$/.test(name))
    throw new Misuse("--once takes 1 to 200 letters, digits and signs without spaces.");
  return { "idempotency-key": name };
}
