// Runs in a worker thread, because its cost grows with the mail.
import { visibleTextOf } from "@intellibox/contract/html/visible";
import { type LearnedVoice, learnVoice, type SentMail, type VoiceSource } from "#engine/voice/learn-voice.ts";

/** `html` is for mail without a text part. */
export type StoredMail = SentMail & { html?: string | undefined };

export const analyseMails = (mails: StoredMail[], writer: VoiceSource["writer"]): LearnedVoice =>
  learnVoice({
    mails: mails.map(({ html, ...mail }) => ({
      ...mail,
      text: mail.text.trim() ? mail.text : visibleTextOf(html ?? "").visible,
    })),
    writer,
  });
