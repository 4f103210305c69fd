import type { TemplateItem } from "@intellibox/contract/endpoints/templates";
import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { shortMoment } from "#lib/format.ts";
import { useSignedIn } from "#lib/session/session.ts";

/** The dialog that is open. */
export type OpenedForm = { kind: "new"; isShared: boolean } | { kind: "edit" | "copy" | "preview"; id: string };

/** Only administrators change templates of the company. */
export const useMayChange = ({ isShared }: Pick<TemplateItem, "isShared">) =>
  may(useSignedIn().user.roleCode, "admin") || !isShared;

export const usesInWords = ({ usedCount, lastUsedAt }: Pick<TemplateItem, "usedCount" | "lastUsedAt">) =>
  usedCount === 0 || !lastUsedAt
    ? t("Not used yet")
    : t("{count, plural, one {Used once, {moment}} other {Used # times, last {moment}}}", {
        count: usedCount,
        moment: shortMoment(lastUsedAt),
      });
