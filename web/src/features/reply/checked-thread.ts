import type { CheckedThread, MailPerson } from "@intellibox/contract/rules/mail-check/types";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import type { ReplyState } from "#lib/drafts/reply-state.ts";
import type { ReplyForm } from "#state/use-reply-form.ts";

/** The conversation that a reply is compared with. Of a pasted mail only its text is known, and that the reply goes to its sender. */
export function checkedThread({ emailBody, to }: ReplyForm, start: ReplyState): CheckedThread | undefined {
  if (!emailBody.trim()) return undefined;
  const isStored = start.message !== "" && emailBody === start.emailBody;
  const [first] = parseRecipients(to).addresses;
  if (!isStored) return { text: emailBody, people: [], sender: first ? { name: "", address: first } : undefined };
  const sender = start.from ? personIn(start.from) : undefined;
  const others = parseRecipients([start.to, start.cc]).addresses.map((address) => ({ name: "", address }));
  return { text: emailBody, people: [...(sender ? [sender] : []), ...others], sender };
}

/** "Jo Park <jo@acme.test>" */
function personIn(text: string): MailPerson {
  const [, name = "", address = text] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name, address: address.trim() };
}
