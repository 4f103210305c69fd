import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { grouped } from "#lib/format.ts";

type Selection = {
  chosen: number;
  loaded: number;
  hasMore: boolean;
  /** The number of rows in the whole list, if the server knows it. */
  total: number | undefined;
};

/** Tells that the selection lacks rows which are not loaded. Undefined if it lacks none, or if loaded rows are not selected. */
export function moreWords({ chosen, loaded, hasMore, total }: Selection) {
  if (chosen === 0 || chosen < Math.min(loaded, maxBulkMessages)) return undefined;
  if (chosen >= maxBulkMessages) {
    const isAll = !hasMore && loaded <= maxBulkMessages;
    return isAll
      ? undefined
      : {
          words: t("{maxBulkMessages} is the most that can be changed at once.", {
            maxBulkMessages: grouped(maxBulkMessages),
          }),
        };
  }
  if (!hasMore) return undefined;
  const isCounted = total !== undefined && total <= maxBulkMessages;
  return {
    words: t("Only the {chosen} that are loaded are selected.", { chosen: grouped(chosen) }),
    action: isCounted
      ? t("Select all {total}", { total: grouped(total) })
      : t("Select the newest {maxBulkMessages}", { maxBulkMessages: grouped(maxBulkMessages) }),
  };
}
