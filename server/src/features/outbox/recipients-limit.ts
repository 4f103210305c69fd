import { createHourlyLimit, type HourlyLimit } from "#lib/hourly-limit.ts";
import { openSharedUse } from "#db/shared-use.ts";
import type { World } from "#scope.ts";

/** The recipients that a user may send to in an hour, counted by all processes together. */
export function openRecipientsLimit(world: World): HourlyLimit {
  const use = world.once(openSharedUse);
  const limit = createHourlyLimit(world.config.recipientsPerHour, (userId, count) =>
    use.tell("recipients", userId, count),
  );
  use.onTold("recipients", (userId, count) => limit.note(userId, count, world.outside.now()));
  return limit;
}
