import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { onAskMail } from "#lib/ask-mail.ts";
import { holdKeys } from "#lib/hooks/held-keys.ts";
import { useAllCommands, useShortcuts } from "#lib/hooks/shortcuts.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { messageQuery } from "#api/inbox.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";

const QuestionsPanel = loadedLater(() =>
  import("#features/questions/questions-panel.tsx").then((m) => m.QuestionsPanel),
);

const key = "mod+j";

/** Opens the panel that answers questions about the mail, by its key, from the palette and from the menu of a phone. */
export const AskMail = () => (useSignedIn().user.mailClosed ? null : <OpenMail />);

function OpenMail() {
  const [isOpen, setIsOpen] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const label = t("Ask your mail");
  // On a page with an editor the key rewrites its text.
  const isTaken = useAllCommands().some((command) => command.keys === key && command.label !== label);
  const open = () => {
    // Otherwise a letter of the question archives a mail, while the code of the panel loads.
    if (!isOpen) holdKeys();
    setIsLoaded(true);
    setIsOpen(true);
  };
  useShortcuts([
    { label, group: t("General"), ...(!isTaken && { keys: key }), icon: <AiIcon />, isAi: true, run: open },
  ]);
  useEffect(
    () =>
      onAskMail(() => {
        setIsLoaded(true);
        setIsOpen(true);
      }),
    [],
  );

  const reply = async (id: string, intent: string) => {
    const [{ replyTo }, message] = await Promise.all([
      import("#features/inbox/message/reply-to.ts"),
      cache.ensureQueryData(messageQuery(id)),
    ]);
    const answer = intent ? { words: intent, stance: intent } : undefined;
    void navigate("/reply", { state: replyTo(message, { answer }) });
  };
  return isLoaded ? <QuestionsPanel isOpen={isOpen} onClose={() => setIsOpen(false)} onReply={reply} /> : null;
}
