import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { dateTime } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { briefingMailQuery, useChangeBriefingMail, useSendBriefing } from "#api/briefing.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Part } from "../part.tsx";
import { DayChoice } from "./day-choice.tsx";
import { minutesOf, timeText } from "./minutes.ts";

/** Today of the dashboard as a mail to oneself. */
export function BriefingByMail() {
  const { data, error, refetch } = useQuery(briefingMailQuery);
  const change = useChangeBriefingMail();
  const send = useSendBriefing();
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  const { isOn, minute, days, sentAt, problem } = data;
  const setTime = (text: string) => {
    const chosen = minutesOf(text);
    if (chosen !== undefined) change({ minute: chosen });
  };
  const sendNow = () =>
    send.mutate(undefined, { onSuccess: () => toast.success(t("The briefing is on its way."), screenToast) });
  return (
    <Part title={t("Briefing by mail")}>
      <Switch
        label={t("Mail me what “Today” on the dashboard says")}
        hint={t(
          "What needs an answer, what is due, whom you wait for, and the other unread mail. Without any of it no mail is sent.",
        )}
        checked={isOn}
        onChange={(event) => change({ isOn: event.target.checked })}
      />
      {isOn && (
        <>
          {problem && <Alert kind="warn">{t("The last one was not sent: {problem}", { problem })}</Alert>}
          <TextField
            label={t("Time")}
            type="time"
            required
            value={timeText(minute)}
            onChange={(event) => setTime(event.target.value)}
            hint={t("By the clock of {zone}.", { zone: data.timeZone.replaceAll("_", " ") })}
          />
          <DayChoice label={t("Days")} days={days} onChange={(chosen) => change({ days: chosen })} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={send.isPending} onClick={sendNow}>
          {t("Send one now")}
        </Button>
        {sentAt && <p className="text-xs text-text-3">{t("Last sent {when}", { when: dateTime(sentAt) })}</p>}
      </div>
    </Part>
  );
}
