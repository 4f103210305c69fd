import { useQuery } from "@tanstack/react-query";
import { replyIntentsQuery } from "#api/assistant.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";

/** Enough to know what the mail asks for; a longer text would only take more time. */
const maxTextLength = 20_000;

type OneClickRepliesProps = { text: string; onChoose: (stance: string) => void };

/** Replies that fit the mail. If they cannot be loaded, the message is shown without them. */
export function OneClickReplies({ text, onChoose }: OneClickRepliesProps) {
  const { data } = useQuery(replyIntentsQuery(text.slice(0, maxTextLength)));
  if (!data?.intents.length) return null;
  return (
    <section aria-labelledby="one-click-replies" className="ai-edge rounded-panel bg-ai-bg px-4 py-3.5">
      <h3 id="one-click-replies" className="flex items-center gap-2 text-sm font-semibold text-text">
        <AiIcon className="size-4 text-ai" />
        One-click replies
      </h3>
      <p className="mt-0.5 text-xs text-text-3">
        Opens a full draft in Reply Assistant. Nothing is sent until you press Send.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {data.intents.map(({ label, stance }) => (
          <button
            key={label}
            type="button"
            onClick={() => onChoose(stance)}
            className="inline-flex h-control items-center rounded-full border border-ai-line bg-surface px-3.5 text-sm font-medium text-text hover:bg-hover"
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
