import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import { carefulStances } from "@intellibox/contract/rules/choices";
import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { type AnsweredMail, replyIntentsQuery } from "#api/assistant.ts";
import { mailDangersQuery } from "#api/mail-dangers.ts";

/** The one-click replies to a mail, or why it needs no answer. */
export type ReplyChoices = ResponseOf<typeof assistant.replyIntents> & { isLoading: boolean };

/** They are optional: if they cannot be loaded, there are none. */
export function useReplyChoices({ emailBody, ...header }: AnsweredMail, isOn = true): ReplyChoices {
  const query = replyIntentsQuery({ emailBody: useDebouncedValue(emailBody, 500), ...header });
  const { data, isLoading } = useQuery({ ...query, enabled: isOn && emailBody.trim() !== "" });
  const isDoubtful = useIsDoubtful(isOn ? header.message : undefined);
  const intents = (emailBody.trim() && data?.intents) || [];
  return {
    intents: isDoubtful ? intents.filter(({ stance }) => careful.includes(stance)) : intents,
    noAnswer: data?.noAnswer,
    isLoading,
  };
}

const careful: readonly string[] = carefulStances;

/** True while a stored message may be fraud: until it was checked, no one-click answer agrees to anything. */
function useIsDoubtful(messageId: string | undefined): boolean {
  const { data, isLoading } = useQuery({ ...mailDangersQuery(messageId ?? ""), enabled: Boolean(messageId) });
  return isLoading || data?.dangers.some(({ isGrave }) => isGrave) === true;
}
