import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";

/** For a worker that was ended because the text took too much time or memory. */
export function refuseTooLong(error: unknown): never {
  if (!(error instanceof WorkerLostError)) throw error;
  throw new AppError("too_large", t("This text takes too long to read. Please try a shorter one."), { cause: error });
}
