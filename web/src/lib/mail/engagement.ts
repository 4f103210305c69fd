import { t } from "@intellibox/contract/text/t";
import { grouped } from "../format.ts";

type Engagement = { tracked: boolean; opens: number; proxyOpens: number; ownOpens: number; clicks: number };

/** "1 open", "2 clicks" */
const counted = (count: number, one: string) => `${grouped(count)} ${one}${count === 1 ? "" : "s"}`;

/** "1 open, 2 clicks (not counted: 3 by image proxies)" */
export function engagementInWords({ tracked, opens, proxyOpens, ownOpens, clicks }: Engagement) {
  if (!tracked) return t("Not tracked");
  const others = [
    proxyOpens > 0 && `${grouped(proxyOpens)} by image proxies`,
    ownOpens > 0 && `${grouped(ownOpens)} by the sender`,
  ]
    .filter(Boolean)
    .join(", ");
  return `${counted(opens, "open")}, ${counted(clicks, "click")}${others && ` (not counted: ${others})`}`;
}
