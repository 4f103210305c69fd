import type pg from "pg";
import { type InstallationPart, storeIdKey } from "#db/installation.ts";
import { tableExists } from "#db/migrate/apply-migrations.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { type Finding, fault, messageOf, ok } from "./finding.ts";

type Own = { keyIds: string[]; objects: Pick<ObjectStore, "get"> };

/** Whether this process has the master key and the object store that the database records. With others it refuses to start. */
export async function checkRecord(client: pg.Client, { keyIds, objects }: Own): Promise<Finding[]> {
  if (!(await tableExists(client, "drizzle.installation"))) return [];
  const { rows } = await client.query<{ part: InstallationPart; id: string; place: string; host: string }>(
    "select part, id, place, host from drizzle.installation order by part",
  );
  return Promise.all(
    rows.map(async ({ part, id, place, host }) => {
      const check = part === "master_key" ? "Master key" : "Object store";
      try {
        const own =
          part === "master_key"
            ? keyIds
            : [
                Buffer.from((await objects.get(storeIdKey)) ?? [])
                  .toString()
                  .trim(),
              ];
        if (own.includes(id)) return ok(check, "is the one of this database");
      } catch (error) {
        return fault(check, messageOf(error), "Check INTELLIBOX_S3_*, or the rights of the data folder.");
      }
      const option = part === "master_key" ? "--key" : "--objects";
      const advice = `Put it back, or give it up with \`npm run forget -- ${option}\`, which says what is lost.`;
      return fault(check, `is not the one of this database, which was ${place} on ${host}`, advice);
    }),
  );
}
