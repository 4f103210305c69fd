import { AppError } from "#lib/errors.ts";
import type { Scope } from "#scope.ts";
import { readDangers } from "./read-dangers.ts";

const atOnce = 4;

/** The ids of those messages that their reader should verify before doing what they ask. */
export async function doubtfulAmong(scope: Scope, mails: { messageId: string }[]): Promise<Set<string>> {
  const ids = [...new Set(mails.map(({ messageId }) => messageId))];
  const doubtful = new Set<string>();
  const check = async () => {
    for (let id = ids.shift(); id; id = ids.shift()) if (await isDoubtful(scope, id)) doubtful.add(id);
  };
  await Promise.all(Array.from({ length: atOnce }, check));
  return doubtful;
}

/** A message that was deleted meanwhile harms nobody. */
const isDoubtful = (scope: Scope, id: string) =>
  readDangers(scope, id).then(
    ({ dangers }) => dangers.some(({ isGrave }) => isGrave),
    (error) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
