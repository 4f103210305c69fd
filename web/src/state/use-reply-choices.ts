import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { type AnsweredMail, replyIntentsQuery } from "#api/assistant.ts";

/** The one-click replies to a mail, or why it needs no answer. */
export type ReplyChoices = ResponseOf<typeof assistant.replyIntents> & { isLoading: boolean };

/** They are optional: if they cannot be loaded, there are none. */
export function useReplyChoices({ emailBody, ...header }: AnsweredMail, isOn = true): ReplyChoices {
  const query = replyIntentsQuery({ emailBody: useDebouncedValue(emailBody, 500), ...header });
  const { data, isLoading } = useQuery({ ...query, enabled: isOn && emailBody.trim() !== "" });
  return { intents: (emailBody.trim() && data?.intents) || [], noAnswer: data?.noAnswer, isLoading };
}
