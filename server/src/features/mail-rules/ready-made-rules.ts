import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { mailRules } from "@intellibox/contract/endpoints/mail-rules";
import type { ReadyMadeRule } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";

type Item = ResponseOf<typeof mailRules.readyMade>["items"][number];

/** Forms in the language of the reader. Nothing is stored or switched on. */
export const readyMadeRules = (): Item[] => [
  item("receipts", t("Receipts"), t("Receipts, invoices and order confirmations go to a folder of their own."), {
    when: [{ field: "kind", kinds: ["receipt"] }],
    unless: [{ field: "kind", kinds: ["cold"] }],
    actions: [{ do: "move", folder: t("Receipts") }],
  }),
  item("newsletters", t("Newsletters"), t("Newsletters wait in a folder until you have time to read."), {
    when: [{ field: "kind", kinds: ["newsletter"] }],
    unless: [{ field: "kind", kinds: ["receipt"] }],
    actions: [{ do: "move", folder: t("Newsletters") }],
  }),
  item(
    "unreadNewsletters",
    t("Unread newsletters"),
    t("Newsletters that you have not opened for 30 days leave the inbox."),
    {
      when: [
        { field: "kind", kinds: ["newsletter"] },
        { field: "unreadDays", days: 30 },
      ],
      actions: [{ do: "archive" }],
    },
  ),
  item(
    "coldMail",
    t("Cold sales mail"),
    t("Sales mail from people you do not know leaves the inbox, marked as read."),
    {
      when: [
        { field: "kind", kinds: ["cold"] },
        { field: "knownSender", known: false },
      ],
      actions: [{ do: "markRead" }, { do: "move", folder: t("Cold mail") }],
    },
  ),
  item("invitations", t("Invitations"), t("Invitations are marked as important, and you are notified."), {
    when: [{ field: "kind", kinds: ["invitation"] }],
    actions: [{ do: "markImportant" }, { do: "notify" }],
  }),
  item("followUpNeeded", t("Answer needed"), t("Mail of a person who asks you something gets a star."), {
    when: [
      { field: "kind", kinds: ["personal"] },
      { field: "assistant", question: t("It asks me for an answer, a decision or a task") },
    ],
    actions: [{ do: "star" }],
  }),
  item("outOfOffice", t("Out-of-office replies"), t("Automatic replies are marked as read and archived."), {
    when: [{ field: "kind", kinds: ["autoReply"] }],
    actions: [{ do: "markRead" }, { do: "archive" }],
  }),
];

const item = (
  key: ReadyMadeRule,
  name: string,
  description: string,
  rule: Pick<RuleContent, "when" | "actions"> & Partial<RuleContent>,
): Item => ({ key, description, rule: { name, mailboxIds: [], match: "all", unless: [], ...rule } });
