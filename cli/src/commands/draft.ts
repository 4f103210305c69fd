import { randomBytes } from "node:crypto";
import type { Client } from "@intellibox/client";
import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { composeDraftName, messageDraftName } from "@intellibox/contract/rules/draft-names";
import { type Call, type Command, checkedId, timeZone } from "../command.ts";
import { Failure, Misuse } from "../failure.ts";
import { paragraphs } from "../paragraphs.ts";
import { safeLine, safeText } from "../safe-text.ts";
import { modelLimit } from "./summarize.ts";

export const draft: Command = {
  summary: "Let the assistant draft a mail from what it shall say, or an answer",
  usage: '"what it shall say" [--to address] [--answer <message id>] [--tone name] [--save] [--json]',
  details: `  --to      whom it is for
  --answer  the message that it answers; then the words are optional
  --tone    ${tones.join(", ")}
  --save    keep it as a draft that you find in Intellibox; it replaces no other draft and is not sent`,
  options: {
    ...{ to: { type: "string" }, answer: { type: "string" }, tone: { type: "string" }, save: { type: "boolean" } },
  },
  async run(call) {
    const tone = toneOf(call.text("tone"));
    const answers = call.text("answer");
    if (!answers && call.words.length === 0) throw new Misuse("Say what the mail shall say.");
    const answeredId = answers === undefined ? undefined : checkedId(answers);
    const client = await call.client();
    const written = answeredId ? await reply(client, answeredId, tone, call) : await compose(client, tone, call);
    if (call.flag("save")) await keep(client, written, tone);
    const { subject, body, to } = written;
    call.show({ to, subject, body, isSaved: call.flag("save") }, () =>
      [
        ...(to ? [`To: ${safeLine(to)}`] : []),
        ...(subject ? [`Subject: ${safeLine(subject)}`] : []),
        ...["", safeText(body).trimEnd(), ""],
        ...(call.flag("save") ? ["Saved as a draft. It was not sent.", ""] : []),
      ].join("\n"),
    );
  },
};

type Written = { to: string; subject: string; body: string; about: string; extra: string };

async function compose(client: Client, tone: Tone, call: Call): Promise<Written> {
  const to = call.text("to") ?? "";
  const body = { intent: call.words.join(" "), tone, to, timeZone: timeZone() };
  const { subject, body: text } = await client.assistant.draftEmail({ body }, modelLimit);
  return { to, subject, body: text, about: composeDraftName, extra: "" };
}

async function reply(client: Client, id: string, tone: Tone, call: Call): Promise<Written> {
  const body = { tone, stance: call.words.join(" "), timeZone: timeZone() };
  const { draft: text } = await client.inbox.draftReply({ params: { id }, body }, modelLimit);
  const { from, subject, messageId, bodyText } = await client.inbox.message({ params: { id } });
  return {
    ...{ to: call.text("to") ?? from, subject: `Re: ${subject.replace(/^re:\s*/i, "")}`, body: text },
    ...{ about: messageDraftName(messageId, id), extra: bodyText },
  };
}

async function keep({ drafts }: Client, { about, to, subject, body, extra }: Written, tone: Tone) {
  const { draft: found } = await drafts.get({ params: { about } });
  if (found) throw new Failure("There is such a draft already. Finish or discard it in Intellibox first.");
  await drafts.keep({
    params: { about },
    body: {
      ...{ intent: "", tone, extra, to, subject, bodyHtml: paragraphs(body) },
      ...{ version: randomBytes(16).toString("hex"), basedOn: null },
    },
  });
}

function toneOf(text: string | undefined): Tone {
  const found = tones.find((tone) => tone === (text ?? "professional"));
  if (!found) throw new Misuse(`The tone is one of ${tones.join(", ")}.`);
  return found;
}
