import type { BodyOf } from "@intellibox/contract/endpoint";
import { users } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "#lib/http/api.ts";
import { ApiError, messageOf } from "#lib/http/api-error.ts";

/** The outcome for one person of a list. */
export type Invited = {
  email: string;
  isAdded: boolean;
  problem?: string | undefined;
  temporaryPassword?: string | undefined;
};
type NewUser = Pick<BodyOf<typeof users.create>, "name" | "email" | "roleCode"> & { tenantId?: string };

export const useReadList = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof users.readList>) =>
      call(users.readList, { body }, { fallback: t("The list could not be read") }),
  });

/** Adds one person after the other, so that the screen can say how far it is and what went wrong. */
export function useInviteMany() {
  const cache = useQueryClient();
  const [outcomes, setOutcomes] = useState<Invited[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const isStopped = useRef(false);
  const run = async (people: NewUser[]) => {
    isStopped.current = false;
    setIsRunning(true);
    for (const person of people) {
      if (isStopped.current) break;
      const outcome = await inviteOne(person, () => isStopped.current);
      setOutcomes((before) => [...before, outcome]);
    }
    setIsRunning(false);
    void cache.invalidateQueries({ queryKey: ["users"] });
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { outcomes, isRunning, run, stop };
}

const waitMs = 5_000;

async function inviteOne(person: NewUser, isStopped: () => boolean): Promise<Invited> {
  const { email } = person;
  for (;;) {
    try {
      const { temporaryPassword, linkError } = await call(
        users.create,
        { body: person },
        { fallback: t("Save failed") },
      );
      return { email, isAdded: true, problem: linkError, temporaryPassword };
    } catch (error) {
      // More than the limit of a minute: a long list goes on when the minute is over.
      const mayRetry = error instanceof ApiError && error.status === 429 && !isStopped();
      if (!mayRetry) return { email, isAdded: false, problem: messageOf(error) };
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
