import type { MailAttachment, MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FolderDown, Forward, LayoutTemplate, Paperclip, Printer, ReplyAll } from "lucide-react";
import { messageOf } from "#lib/http/api-error.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { messageQuery } from "#api/inbox.ts";
import type { MenuEntry } from "#components/ui/menu.tsx";
import { useForwardHabit } from "./use-forward-habit.ts";

type MessageFiles = {
  openId: string;
  onFailure: (message: string) => void;
  onWrite: (kind: "replyAll" | "forward") => void;
};

/** The commands that answer to all, forward, print and download the open message. */
export function useMessageFiles({ openId, onFailure, onWrite }: MessageFiles): MenuEntry[] {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: loaded } = useQuery({ ...messageQuery(openId), enabled: false });
  const load = () => cache.ensureQueryData(messageQuery(openId));
  const attempt = (work: () => Promise<void>, failure: string) => () =>
    void work().catch((error: unknown) => onFailure(messageOf(error, failure)));
  const { isAsFile, forward } = useForwardHabit();
  return [
    { label: t("Reply all"), keys: "a", Icon: ReplyAll, run: () => onWrite("replyAll") },
    { label: t("Forward"), keys: "f", Icon: Forward, run: () => onWrite("forward") },
    isAsFile
      ? { label: t("Forward with its text"), Icon: Forward, run: () => forward(openId, "text") }
      : { label: t("Forward as attachment"), Icon: Paperclip, run: () => forward(openId, "attachment") },
    ...(loaded?.folder === "sent"
      ? [
          {
            ...{ label: t("Save as template…"), Icon: LayoutTemplate },
            run: () => void navigate(`/templates?message=${openId}`),
          },
        ]
      : []),
    {
      ...{ label: t("Print"), keys: "p", Icon: Printer },
      run: attempt(async () => {
        const [message, { printMessages }] = await Promise.all([load(), import("../message/print-message.ts")]);
        printMessages([message]);
      }, t("The message could not be printed")),
    },
    {
      ...{ label: t("Print conversation"), Icon: Printer },
      refusal: loaded?.thread.length === 0 ? t("This conversation has one message") : undefined,
      run: attempt(async () => {
        const [message, { printMessages }] = await Promise.all([load(), import("../message/print-message.ts")]);
        const ids = [...message.thread, message]
          .sort(byDate)
          .slice(-maxPrinted)
          .map(({ id }) => id);
        printMessages(await Promise.all(ids.map((id) => cache.ensureQueryData(messageQuery(id)))));
      }, t("The conversation could not be printed")),
    },
    {
      ...{ label: t("Download all attachments"), Icon: FolderDown },
      refusal: loaded && !loaded.attachments.some(isFile(loaded)) ? t("This message has no attachments") : undefined,
      run: attempt(
        async () => (await loadFiles()).saveAttachments(openId, (await load()).subject),
        t("The files could not be loaded"),
      ),
    },
    {
      ...{ label: t("Download as .eml"), Icon: Download },
      run: attempt(
        async () => (await loadFiles()).saveSource(openId, (await load()).subject),
        t("The file could not be loaded"),
      ),
    },
  ];
}

const loadFiles = () => import("#api/mail-files.ts");

/** Of a longer conversation, the newest messages: each is loaded by a call of its own. */
const maxPrinted = 50;
const byDate = (a: { date: Date }, b: { date: Date }) => a.date.getTime() - b.date.getTime();

/** Pictures that the HTML shows are not offered as files. */
const isFile =
  ({ bodyHtml }: MailMessage) =>
  ({ inline }: MailAttachment) =>
    !inline || bodyHtml === null;
