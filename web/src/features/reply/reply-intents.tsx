import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { replyIntentsQuery } from "#api/assistant.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";

type ReplyIntentsProps = { emailBody: string; isBusy: boolean; onChoose: (stance: string) => void };

/** Up to three replies that fit the mail, such as accept, decline or ask for time, one click each. */
export function ReplyIntents({ emailBody, isBusy, onChoose }: ReplyIntentsProps) {
  const { data } = useQuery(replyIntentsQuery(useDebouncedValue(emailBody, 500)));
  if (!data?.intents.length || !emailBody.trim()) return null;
  return (
    <fieldset className="flex shrink-0 items-center gap-1.5 overflow-x-auto border-b border-line px-4 py-2 [scrollbar-width:none] md:px-6">
      <legend className="sr-only">One-click replies by AI</legend>
      {data.intents.map(({ label, stance }) => (
        <Button
          key={label}
          size="sm"
          className="!rounded-full"
          icon={<AiIcon className="size-3.5 text-ai" />}
          disabled={isBusy}
          onClick={() => onChoose(stance)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
