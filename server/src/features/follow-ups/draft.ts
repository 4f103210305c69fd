import { applyVoice, type WritersVoice } from "#engine/voice/apply-voice.ts";

type Unanswered = {
  subject: string;
  sentAt: Date;
  senderName: string;
  hasSignature: boolean;
  /** Of the user, for the readers of the mail. */
  voice?: WritersVoice | undefined;
};

/** A reminder with known facts only: that there was a mail, its subject and date, and that no answer came. */
export function draftFollowUp({ subject, sentAt, senderName, hasSignature, voice }: Unanswered): string {
  const own = applyVoice({ voice, tone: "professional", sender: senderName }, "en");
  const day = sentAt.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  const topic = subject.replace(/^(?:\s*(?:re|fwd?):)+\s*/i, "").trim();
  const lines = [
    own.greeting("", "Hello,"),
    `I wrote to you on ${day} about “${topic}” and have not heard back yet. I would like to make sure that it reached you.`,
    "Could you let me know where this stands, or when I may expect an answer?",
    hasSignature ? "" : `${own.signOff("Kind regards,")}\n${own.sender(senderName)}`.trim(),
  ];
  return lines.filter(Boolean).join("\n\n");
}

/** "Re: " once, never twice. */
export const replySubject = (subject: string) => (/^\s*re:/i.test(subject) ? subject : `Re: ${subject}`);
