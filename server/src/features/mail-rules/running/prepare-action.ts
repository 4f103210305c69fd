// Prepares what an action needs from the outside, before the transaction that carries it out: folders, and the bytes of mail.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { actions as mailCalls } from "@intellibox/contract/endpoints/actions";
import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { ruleSnoozeUntil } from "@intellibox/contract/rules/snooze";
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { folders } from "#db/tables/folders.ts";
import type { Scope } from "#scope.ts";
import { abilitiesOf, lackOfFolders } from "#features/folders/abilities.ts";
import { createFolder } from "#features/folders/create-folder.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { findMailbox } from "#features/mailboxes/mailbox-key.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { refusalOf } from "../allowed-actions.ts";
import { type PreparedSending, prepareForward, prepareTemplate } from "../leaving/prepare-mail.ts";
import { ruleIn } from "../leaving/rule-mark.ts";

/** Everything but the mail that a run of rules needs. */
export type RuleRunner = { scope: Scope; outbound: OutboundSender; settings: RuleSettings };

export type PreparedAction =
  | { kind: "change"; request: BodyOf<typeof mailCalls.apply> }
  | { kind: "snooze"; until: Date }
  | { kind: "important" }
  | { kind: "notify" }
  | { kind: "nothing" }
  | { kind: "send"; sending: Extract<PreparedSending, { acceptance: unknown }> }
  /** Carried out by a job, with retries. `isTried`: it failed now, which counts as an attempt. */
  | { kind: "later"; afterSeconds?: number; reason?: string; isTried?: true }
  | { kind: "skipped" | "failed"; reason: string }
  /** The mail went in a circle, so the rule is paused. */
  | { kind: "loop"; reason: string };

type ActedRule = { id: string; timeZone: string };

export async function prepareAction(
  { scope, outbound, settings }: RuleRunner,
  { rule, mail, action, index }: { rule: ActedRule; mail: StoredRuleMail; action: RuleAction; index: number },
): Promise<PreparedAction> {
  const refusal = await scope.tx((tx) => refusalOf(tx, scope, settings, action));
  if (refusal) return { kind: "skipped", reason: refusal };
  const change = (name: "archive" | "trash" | "star" | "read"): PreparedAction => ({
    kind: "change",
    request: { ids: [mail.id], action: name, extent: "message" },
  });
  const { timeZone } = rule;
  const sending = { ruleId: rule.id, key: `mail-rule:${rule.id}:${mail.mailKey}:${index}`, timeZone };
  switch (action.do) {
    case "archive":
    case "trash":
    case "star":
      return change(action.do);
    case "markRead":
      return change("read");
    case "markImportant":
      return { kind: "important" };
    case "notify":
      return { kind: "notify" };
    case "stop":
      return { kind: "nothing" };
    case "snooze":
      return { kind: "snooze", until: ruleSnoozeUntil(action.until, scope.now(), timeZone) };
    case "label":
    case "move":
      return fileInto(scope, mail, action);
    case "forward":
    case "sendTemplate": {
      if (ruleIn(scope.sealer, mail.headers.sentByRule) === rule.id)
        return { kind: "loop", reason: t("A mail that this rule sent came back.") };
      const prepared = await asAction(
        action.do === "forward"
          ? prepareForward(scope, mail, action.to, sending)
          : prepareTemplate(scope, mail, action.templateId, sending),
      );
      // The limit bounds what a stolen account can send, also by a rule.
      const full = prepared.kind === "send" ? outbound.hourly.take(scope.user.id, 1, scope.now()) : undefined;
      return full
        ? { kind: "later", afterSeconds: full.waitSeconds, reason: t("It waits for your limit of recipients an hour.") }
        : prepared;
    }
    default:
      return { kind: "later" };
  }
}

async function asAction(preparing: Promise<PreparedSending>): Promise<PreparedAction> {
  try {
    const sending = await preparing;
    if ("delay" in sending) return { kind: "later", afterSeconds: 30, reason: sending.delay, isTried: true };
    return "reason" in sending ? { kind: "skipped", reason: sending.reason } : { kind: "send", sending };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "failed", reason: error.message };
  }
}

/** The folder of this name in the mail's own mailbox, which is created there if it is missing. */
async function fileInto(
  scope: Scope,
  mail: StoredRuleMail,
  action: Extract<RuleAction, { folder: string }>,
): Promise<PreparedAction> {
  const box = await scope.tx((tx) => findMailbox(tx, { ...mailboxOwner(scope), id: mail.mailboxId }));
  if (!box) return { kind: "failed", reason: t("Mailbox not found") };
  const abilities = abilitiesOf(box.kind);
  const lack = lackOfFolders(box.kind);
  if (!abilities.folders && lack) return { kind: "skipped", reason: lack };
  if (action.do === "label" && !abilities.labels)
    return { kind: "skipped", reason: t("Its mailbox has no labels. Move it to a folder instead.") };
  try {
    const folderId =
      (await knownFolder(scope, mail.mailboxId, action.folder)) ??
      (await createFolder(scope, { mailbox: mail.mailboxId, name: action.folder })).id;
    return { kind: "change", request: { ids: [mail.id], action: action.do, extent: "message", folderId } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "failed", reason: error.message };
  }
}

/** By its whole path, or by its last part if only one folder has that. */
async function knownFolder(scope: Scope, mailboxId: string, name: string): Promise<string | undefined> {
  const rows = await scope.tx((tx) =>
    tx
      .select({ id: folders.id, name: folders.name, above: folders.above })
      .from(folders)
      .where(
        and(
          eq(folders.tenantId, scope.tenantId),
          eq(folders.userId, scope.user.id),
          eq(folders.mailboxId, mailboxId),
          eq(folders.isSelectable, true),
        ),
      ),
  );
  const wanted = name.trim().toLowerCase();
  const byPath = rows.find((row) => [...row.above, row.name].join("/").toLowerCase() === wanted);
  const byName = rows.filter((row) => row.name.toLowerCase() === wanted);
  return byPath?.id ?? (byName.length === 1 ? byName[0]?.id : undefined);
}
