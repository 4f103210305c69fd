import { t } from "@intellibox/contract/text/t";
import { listed } from "../format.ts";

type Engagement = { tracked: boolean; opens: number; proxyOpens: number; ownOpens: number; clicks: number };

/** "1 open, 2 clicks (not counted: 3 by image proxies)" */
export function engagementInWords({ tracked, opens, proxyOpens, ownOpens, clicks }: Engagement) {
  if (!tracked) return t("Not tracked");
  const counted = listed([
    t("{count, plural, one {# open} other {# opens}}", { count: opens }),
    t("{count, plural, one {# click} other {# clicks}}", { count: clicks }),
  ]);
  const others = [
    ...(proxyOpens > 0 ? [t("{count} by image proxies", { count: proxyOpens })] : []),
    ...(ownOpens > 0 ? [t("{count} by the sender", { count: ownOpens })] : []),
  ];
  return others.length === 0 ? counted : t("{counted} (not counted: {others})", { counted, others: listed(others) });
}
