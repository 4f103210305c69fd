import { t } from "@intellibox/contract/text/t";
import { CloudOff } from "lucide-react";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { shortMoment } from "#lib/format.ts";
import { isServerReached } from "#lib/http/reach.ts";
import { shownFrom, watchShownFrom } from "#lib/offline/kept-answers.ts";
import { refusedCount, waitingCount, watchWaitingCount } from "#lib/offline/waiting-count.ts";
import { hasNetwork, watchNetwork, watchReach } from "./watch-reach.ts";

const WaitingList = lazy(() => import("./waiting-list.tsx").then((m) => ({ default: m.WaitingList })));

/** A line above every page while there is no network or changes wait. */
export function OfflineNotice() {
  const isReached = useSyncExternalStore(watchReach, isServerReached);
  const isOnline = useSyncExternalStore(watchNetwork, hasNetwork);
  const since = useSyncExternalStore(watchShownFrom, shownFrom);
  const waiting = useSyncExternalStore(watchWaitingCount, waitingCount);
  const refused = useSyncExternalStore(watchWaitingCount, refusedCount);
  const [isListed, setIsListed] = useState(false);
  const words = [
    !isReached && offlineWords(since, isOnline),
    waiting > 0 &&
      t("{count, plural, one {# change waits} other {# changes wait}} for the network.", { count: waiting }),
    refused > 0 && t("{count, plural, one {# mail was} other {# mails were}} not sent.", { count: refused }),
  ].filter((one) => typeof one === "string");
  return (
    <>
      <div role="status">
        {words.length > 0 && (
          <div className="flex items-center gap-2.5 border-b border-line bg-hover px-4 py-2 text-sm text-text-2 md:px-6">
            <CloudOff className="size-4 shrink-0" aria-hidden="true" />
            <p className="min-w-0 flex-1">{words.join(" ")}</p>
            {waiting + refused > 0 && (
              <button
                type="button"
                onClick={() => setIsListed(true)}
                className="-my-1 shrink-0 rounded-item px-2 py-1 font-medium text-accent-text hover:bg-active pointer-coarse:py-3"
              >
                {t("Show")}
              </button>
            )}
          </div>
        )}
      </div>
      {isListed && (
        <Suspense fallback={null}>
          <WaitingList onClose={() => setIsListed(false)} />
        </Suspense>
      )}
    </>
  );
}

function offlineWords(since: number | null, isOnline: boolean) {
  if (!since) return isOnline ? t("The server cannot be reached.") : t("You are offline.");
  const time = shortMoment(new Date(since));
  return isOnline
    ? t("The server cannot be reached. Showing mail from {time}.", { time })
    : t("You are offline. Showing mail from {time}.", { time });
}
