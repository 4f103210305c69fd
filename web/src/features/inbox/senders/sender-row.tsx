import type { MailSender } from "@intellibox/contract/endpoints/senders";
import { t } from "@intellibox/contract/text/t";
import { dateTime, dayMonthYear, shortMoment } from "#lib/format.ts";
import { rich } from "#lib/rich.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { countWords } from "./sender-words.ts";

type SenderRowProps = {
  sender: MailSender;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
};

export function SenderRow({ sender, isChosen, onChoose, onOpen }: SenderRowProps) {
  const { address, name, lastAt, isList, unsubscribedAt, isBlocked } = sender;
  const shown = name || address;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Checkbox
        label={<span className="sr-only">{t("Choose {sender}", { sender: shown })}</span>}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <Avatar name={shown} size="md" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 truncate text-sm font-semibold text-text">
            {shown}
          </span>
          {isList && <Badge>{t("List")}</Badge>}
          {unsubscribedAt && (
            <Badge tone="ok">
              {t("Unsubscribed on {unsubscribedAt}", { unsubscribedAt: dayMonthYear(unsubscribedAt) })}
            </Badge>
          )}
          {isBlocked && <Badge tone="warn">{t("Blocked")}</Badge>}
        </p>
        {name && <p className="truncate text-xs text-text-3">{address}</p>}
        <p className="text-xs text-text-2 tabular-nums">
          {rich(
            "{counted}, last mail <time>{moment}</time>",
            {
              time: (text) => (
                <time dateTime={lastAt.toISOString()} title={dateTime(lastAt)}>
                  {text}
                </time>
              ),
            },
            { counted: countWords(sender), moment: shortMoment(lastAt) },
          )}
        </p>
      </div>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t("Open the last message of {sender}", { sender: shown })}
        onClick={onOpen}
      >
        {t("Open", undefined, "verb")}
      </Button>
    </li>
  );
}
