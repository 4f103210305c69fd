import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { type Finding, fault, messageOf, ok, unknown, warning } from "./finding.ts";

/** Writes, reads and deletes an object. */
export async function checkObjects(objects: ObjectStore): Promise<Finding[]> {
  const check = "Object store";
  // Not the id of a mailbox, so that a sweep leaves it alone.
  const key = `doctor/${randomBytes(16).toString("hex")}`;
  const bytes = randomBytes(1000);
  try {
    await objects.put(key, bytes);
    const read = await objects.get(key);
    await objects.remove([key]);
    if (!read || !bytes.equals(read))
      return [fault(check, "returns other bytes than were written", "Check the store.")];
    if (await objects.get(key))
      return [fault(check, "does not delete", "Give the key of the store the right to delete.")];
    return [ok(check, "writes, reads and deletes")];
  } catch (error) {
    return [fault(check, messageOf(error), "Check INTELLIBOX_S3_*, or the rights and space of the data folder.")];
  }
}

type Space = { bavail: number; bsize: number; blocks: number };

export async function checkDisk(
  folder: string,
  spaceOf: (folder: string) => Promise<Space> = statfs,
): Promise<Finding[]> {
  const check = "Disk";
  try {
    const { bavail, bsize, blocks } = await spaceOf(folder);
    const [free, share] = [bavail * bsize, bavail / blocks];
    const said = `${(free / 1e9).toFixed(1)} GB (${Math.round(share * 100)}%) free in ${folder}`;
    if (free < 1e9) return [fault(check, said, "Free some space: with a full disk no mail can be received or sent.")];
    if (free < 5e9 || share < 0.05) return [warning(check, said, "Free some space soon.")];
    return [ok(check, said)];
  } catch (error) {
    return [unknown(check, messageOf(error))];
  }
}
