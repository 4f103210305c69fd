import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { ArrowRight, ChevronDown, RefreshCw, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { textEntry } from "#lib/storage.ts";
import { useChangeTasks, useDigest } from "#api/inbox-assistant.ts";
import type { AiProgress, AiWish } from "#api/inbox-works.ts";
import { rate } from "#api/rate.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { StopWriting } from "#components/writing/ai-bar.tsx";
import { AuthorshipNotices, costOf } from "#components/writing/authorship.tsx";
import { Engine } from "#components/writing/engine.tsx";
import { copyText, noData, noTasks } from "./ai-words.ts";
import { TaskChips } from "./task-chips.tsx";

/** More points are in Summarize. */
const shownPoints = 3;
/** Whether summaries are folded. The browser remembers it. */
const foldEntry = textEntry("intellibox.inbox.digest-folded");
/** Room for three points and a line of tasks, so that the thread below does not move when they arrive. */
const roomClass = "min-h-[8.25rem]";

type DigestCardProps = { message: MailMessage; wish: AiWish | null; onClose: () => void };

/** Three lines above the thread that say what it is about, and its tasks. */
export function DigestCard({ message, wish, onClose }: DigestCardProps) {
  const { digest } = message;
  const [runs, setRuns] = useState(digest ? 0 : 1);
  const { progress, stop, tryAgain } = useDigest(message, runs);
  const fold = useFold(wish);
  const card = useShown(wish);
  const bodyId = useId();
  const isWriting = progress.state === "writing";
  const openMore = useMore(message);
  return (
    <section ref={card} aria-label={t("Summary")} className="ai-edge rounded-panel bg-ai-bg px-4 pt-2 pb-3">
      <header className="flex min-h-9 items-center gap-1">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={!fold.isFolded}
            aria-controls={bodyId}
            onClick={fold.toggle}
            className="flex min-h-8 max-w-full items-center gap-2 rounded-item pe-2 text-sm font-semibold text-text pointer-coarse:min-h-11"
          >
            <AiIcon className="size-4 shrink-0 text-ai" />
            {t("Summary")}
            <ChevronDown
              className={classNames("size-4 text-text-3 transition-transform", !fold.isFolded && "rotate-180")}
              aria-hidden="true"
            />
          </button>
        </h3>
        {isWriting && <StopWriting onStop={stop} />}
        {digest && !isWriting && <CopyButton size="sm" variant="ghost" text={() => copyText(digest)} />}
        <Tooltip text={t("Close")}>
          <IconButton
            size="icon-sm"
            label={t("Close summary")}
            icon={<X className="size-4" aria-hidden="true" />}
            onClick={onClose}
          />
        </Tooltip>
      </header>
      <div id={bodyId} hidden={fold.isFolded}>
        <div className={classNames("flex flex-col gap-3", runs > 0 && roomClass)}>
          <Progress progress={progress} onAgain={tryAgain} />
          {digest && !isWriting && (
            <>
              {digest.newer > 0 && <Outdated newer={digest.newer} onRefresh={() => setRuns(runs + 1)} />}
              <div className="-mx-4 empty:hidden md:-mx-6 [&>*]:border-b-0">
                <AuthorshipNotices written={digest} shown={message.warnings} />
              </div>
              <Points points={digest.points} />
              {digest.tasks.length > 0 && <TaskChips digest={digest} threadId={message.threadId} />}
              {digest.tasks.length === 0 && wish?.kind === "tasks" && <p className="text-sm text-text-3">{noTasks}</p>}
            </>
          )}
        </div>
        {digest && !isWriting && (
          <footer className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="text-xs text-text-3 tabular-nums">{costOf(digest)}</p>
            <Engine written={digest} onRate={rate} />
            <Button variant="ghost" size="sm" className="-me-2 ms-auto" onClick={openMore.run} busy={openMore.isBusy}>
              {t("More")}
              <ArrowRight className="size-3.5" aria-hidden="true" />
            </Button>
          </footer>
        )}
      </div>
    </section>
  );
}

/** The fold that the browser remembers. Asking for a summary unfolds it. */
function useFold(wish: AiWish | null) {
  const [isFolded, setIsFolded] = useState(() => !wish && foldEntry.read() === "yes");
  const [seen, setSeen] = useState(wish);
  if (wish !== seen) {
    setSeen(wish);
    if (wish) setIsFolded(false);
  }
  const toggle = () => {
    setIsFolded(!isFolded);
    if (isFolded) foldEntry.clear();
    else foldEntry.write("yes");
  };
  return { isFolded, toggle };
}

/** Scrolls to the card when the user asks for it, because it stands above the thread. */
function useShown(wish: AiWish | null) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wish) card.current?.scrollIntoView({ block: "nearest" });
  }, [wish]);
  return card;
}

/** Opens the summary in Summarize. All tasks are in its plan there, unless the user has chosen some. */
function useMore({ threadId, digest }: MailMessage) {
  const navigate = useNavigate();
  const change = useChangeTasks(threadId);
  const run = async () => {
    if (!digest) return;
    const { id, tasks } = digest;
    if (tasks.length > 0 && !tasks.some(({ planned }) => planned))
      await change.mutateAsync({ id, tasks: tasks.map((_, index) => index), change: "plan" });
    await navigate(`/summarize?${new URLSearchParams({ id })}`);
  };
  // A failure is shown by the mutation.
  return { run: () => void run().catch(() => undefined), isBusy: change.isPending };
}

const Points = ({ points }: { points: readonly string[] }) =>
  points.length === 0 ? (
    <p className="text-base text-text-3">{noData}</p>
  ) : (
    <ul className="flex list-disc flex-col gap-0.5 ps-5 text-base text-text marker:text-ai">
      {points.slice(0, shownPoints).map((point) => (
        <li key={point} title={point} dir="auto">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{point}</span>
        </li>
      ))}
    </ul>
  );

function Progress({ progress, onAgain }: { progress: AiProgress; onAgain: () => void }) {
  if (progress.state === "writing") return <Writing text={progress.text} what={progress.what} />;
  if (progress.state === "failed" || progress.state === "stopped") {
    const again = (
      <Button size="sm" onClick={onAgain}>
        {t("Try again")}
      </Button>
    );
    return progress.state === "failed" ? (
      <Alert kind="bad" action={again}>
        {progress.message}
      </Alert>
    ) : (
      <Alert kind="info" action={again}>
        {t("Stopped. Nothing was saved.")}
      </Alert>
    );
  }
  return progress.state === "done" ? (
    <p role="status" className="sr-only">
      {t("The summary is ready.")}
    </p>
  ) : null;
}

/** The lines as they are written, with a skeleton for those that are missing. */
function Writing({ text, what }: { text: string; what: string | undefined }) {
  const lines = text
    .split("\n")
    .filter((line) => line.trim())
    .slice(0, shownPoints);
  return (
    <div aria-busy="true">
      <p role="status" className={what ? "mb-1 text-xs text-text-3" : "sr-only"}>
        {what ? `${what}…` : t("Summarizing…")}
      </p>
      {lines.length > 0 && <Points points={lines} />}
      {["w-11/12", "w-full", "w-3/4"].slice(lines.length).map((width) => (
        <span key={width} className="flex h-[22px] items-center">
          <Skeleton className={`h-3.5 ${width}`} />
        </span>
      ))}
    </div>
  );
}

const Outdated = ({ newer, onRefresh }: { newer: number; onRefresh: () => void }) => (
  <div className="flex items-center gap-3 text-xs text-text-2">
    <p>{t("{count, plural, one {# new message since} other {# new messages since}}", { count: newer })}</p>
    <Button size="sm" icon={<RefreshCw className="size-3.5" aria-hidden="true" />} onClick={onRefresh}>
      {t("Refresh")}
    </Button>
  </div>
);
