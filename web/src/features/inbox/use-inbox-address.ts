import { type MailView, mailViews } from "@intellibox/contract/rules/folders";
import { type PriorityPart, priorityParts } from "@intellibox/contract/rules/priorities";
import { useEffect, useState } from "react";
import { useSearchParams } from "#lib/router/router.tsx";

export const tabs = ["inbox", "connections", "rules", "settings"] as const;
export type InboxTab = (typeof tabs)[number];

/** The inbox's state in the URL, so that a reload, a link and Back restore it. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((name) => name === params.get("tab")) ?? "inbox";

  const [message, setMessage] = useOpenMessage(params.get("message") ?? "");

  const change = (parts: Record<string, string>, { replace = true } = {}) => {
    if (parts.message !== undefined) setMessage(parts.message);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(parts)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace },
    );
  };

  return {
    tab,
    q: params.get("q") ?? "",
    mailbox: params.get("mailbox") ?? "",
    /** The list over all mailboxes, unless one folder or label of one mailbox is shown. */
    view: mailViews.find((name) => name === params.get("folder")) ?? "inbox",
    folderId: params.get("folderId") ?? "",
    /** One part of the inbox, while it is shown without a search. */
    part: priorityParts.find((name) => name === params.get("part") && isWholeInbox(params)),
    /** The open message. */
    message,
    /** The list of senders, in place of the tabs. */
    isSenders: params.get("view") === "senders",
    /** The due follow-ups, in place of the messages. */
    isFollowUps: params.get("view") === "follow-ups",
    showSenders: (isShown: boolean) => change({ view: isShown ? "senders" : "" }, { replace: !isShown }),
    leaveSendersFor: (message: string) => change({ view: "", tab: "", q: "", message }, { replace: false }),
    showTab: (next: InboxTab) => change({ view: "", tab: next === "inbox" ? "" : next }),
    search: (q: string) => change({ q, view: "", message: "", tab: "" }),
    chooseMailbox: (mailbox: string) => change({ mailbox, folderId: "", message: "" }),
    showView: (view: MailView) => change({ ...onlyList, folder: view === "inbox" ? "" : view }, { replace: false }),
    showPart: (part: PriorityPart | undefined) => change({ part: part ?? "", message: "" }),
    /** `asStep` adds a history entry, so that Back leads from the message to the list on a narrow screen. */
    openMessage: (id: string, { asStep = false } = {}) => change({ message: id }, { replace: !asStep }),
    closeMessage: () => change({ message: "" }),
  };
}

/**
 * The router shows a new address in a transition, which may take a while. A key that is pressed meanwhile must act on the message
 * that was chosen last, so that one is kept apart.
 */
function useOpenMessage(inAddress: string) {
  const [message, setMessage] = useState(inAddress);
  const [shown, setShown] = useState(inAddress);
  if (shown !== inAddress) {
    setShown(inAddress);
    setMessage(messageInBrowser());
  }
  useEffect(() => {
    // Back right after a click: the router may never show the address in between.
    const follow = () => setMessage(messageInBrowser());
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  return [message, setMessage] as const;
}

/** By the browser's own address, which is ahead of the router's. */
const messageInBrowser = () => new URLSearchParams(window.location.search).get("message") ?? "";

/** A folder is shown whole: without a search, a mailbox or an open message that were chosen before. */
const onlyList = { q: "", mailbox: "", folder: "", folderId: "", part: "", view: "", message: "", tab: "" };

const isWholeInbox = (params: URLSearchParams) =>
  !params.get("q")?.trim() && !params.get("folderId") && (params.get("folder") ?? "inbox") === "inbox";
