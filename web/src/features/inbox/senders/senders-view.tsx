import { maxChosenSenders } from "@intellibox/contract/endpoints/senders";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Users } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import {
  blockedQuery,
  type SenderDays,
  sendersQuery,
  useArchiveSenders,
  useBlockSenders,
  useUnsubscribeAll,
} from "#api/senders.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { BlockedSenders } from "./blocked-senders.tsx";
import { SenderRow } from "./sender-row.tsx";
import { outcomeWords } from "./sender-words.ts";

const periods: { value: SenderDays; label: string }[] = [
  { value: "30", label: t("30 days") },
  { value: "90", label: t("90 days") },
  { value: "365", label: t("1 year") },
];
const undoMs = 10_000;

type SendersViewProps = { onBack: () => void; onOpen: (messageId: string) => void };

/** The senders that write most, to leave, archive or block several at once. */
export function SendersView({ onBack, onOpen }: SendersViewProps) {
  const [days, setDays] = useState<SenderDays>("90");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<"unsubscribe" | "block" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const senders = useQuery(sendersQuery(days));
  const blocked = useQuery(blockedQuery);
  const leave = useUnsubscribeAll();
  const archive = useArchiveSenders();
  const block = useBlockSenders();
  const addresses = [...chosen];

  const choose = (address: string, isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(address);
      else after.delete(address);
      return after;
    });
  const end = () => {
    setAsking(null);
    setChosen(new Set());
    setProblem(null);
  };
  const failed = (error: Error) => {
    setAsking(null);
    setProblem(messageOf(error, t("That did not work. Try again.")));
  };
  const runArchive = () =>
    archive.mutate(addresses, {
      onError: failed,
      onSuccess: ({ count, undo }) => {
        end();
        if (count === 0) toast(t("Nothing of these senders is in the inbox."), screenToast);
        else
          announceUndoable({
            words: t("{count, plural, one {Archived # message.} other {Archived # messages.}}", { count }),
            undo,
            lastsMs: undoMs,
          });
      },
    });
  const runLeave = () =>
    leave.mutate(addresses, {
      onError: failed,
      onSuccess: (items) => {
        end();
        toast(outcomeWords(items), { duration: 8000 });
      },
    });
  const setBlocked = (some: string[], isBlocked: boolean) =>
    block.mutate(
      { addresses: some, blocked: isBlocked },
      {
        onError: failed,
        onSuccess: () => {
          end();
          toast.success(isBlocked ? t("Blocked. New mail goes to Spam.") : t("Unblocked."), screenToast);
        },
      },
    );

  const isTooMany = chosen.size > maxChosenSenders;
  const isOff = chosen.size === 0 || isTooMany;
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-wrap items-center gap-3">
        <IconButton
          label={t("Back to the inbox")}
          icon={<ArrowLeft className="size-5" aria-hidden="true" />}
          onClick={onBack}
        />
        <h2 className="text-lg font-semibold text-text">{t("Senders")}</h2>
        <Segmented label={t("Period")} choices={periods} value={days} onChange={setDays} className="ms-auto" />
      </header>
      {problem && (
        <Alert kind="bad" onDismiss={() => setProblem(null)}>
          {problem}
        </Alert>
      )}
      <div role="toolbar" aria-label={t("Chosen senders")} className="flex flex-wrap items-center gap-2">
        <p role="status" className="me-auto text-sm text-text-2 tabular-nums">
          {isTooMany
            ? t("Choose at most {maxChosenSenders}", { maxChosenSenders })
            : t("{size} chosen", { size: chosen.size })}
        </p>
        <Button disabled={isOff} onClick={() => setAsking("unsubscribe")}>
          {t("Unsubscribe")}
        </Button>
        <Button disabled={isOff} busy={archive.isPending} onClick={runArchive}>
          {t("Archive all")}
        </Button>
        <Button disabled={isOff} onClick={() => setAsking("block")}>
          {t("Block")}
        </Button>
      </div>
      {senders.isPending && <Skeleton className="h-96 w-full" />}
      {senders.error && <Failed message={senders.error.message} onRetry={() => void senders.refetch()} />}
      {senders.data?.length === 0 && (
        <Empty icon={<Users className="size-7" strokeWidth={1.5} />}>{t("Nobody wrote in this time.")}</Empty>
      )}
      {senders.data && senders.data.length > 0 && (
        <ul aria-label={t("Senders")} className="divide-y divide-line rounded-panel border border-line">
          {senders.data.map((sender) => (
            <SenderRow
              key={sender.address}
              sender={sender}
              isChosen={chosen.has(sender.address)}
              onChoose={(isChosen) => choose(sender.address, isChosen)}
              onOpen={() => onOpen(sender.lastId)}
            />
          ))}
        </ul>
      )}
      {blocked.data && blocked.data.length > 0 && (
        <BlockedSenders
          items={blocked.data}
          busy={block.isPending}
          onUnblock={(address) => setBlocked([address], false)}
        />
      )}
      {asking && (
        <Confirm
          title={
            asking === "block"
              ? t("{count, plural, one {Block # sender?} other {Block # senders?}}", { count: chosen.size })
              : t("{count, plural, one {Unsubscribe from # sender?} other {Unsubscribe from # senders?}}", {
                  count: chosen.size,
                })
          }
          action={asking === "block" ? t("Block") : t("Unsubscribe")}
          busyAction={asking === "block" ? t("Blocking…") : t("Unsubscribing…")}
          danger={false}
          busy={leave.isPending || block.isPending}
          onConfirm={asking === "block" ? () => setBlocked(addresses, true) : runLeave}
          onCancel={() => setAsking(null)}
        >
          {asking === "block"
            ? t("New mail of these senders goes to Spam. You can unblock them below the list.")
            : t("Each list is asked to remove your address, by a call or by a mail from your mailbox.")}
        </Confirm>
      )}
    </div>
  );
}
