import { isIPv6 } from "node:net";

/**
 * The key by which calls without a session are counted. An IPv6 user has at least a /64 and could use a new address for each call,
 * so the /64 is counted. IPv4-mapped IPv6 counts as IPv4.
 */
export function countedAddress(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** All eight groups, with `::` and a dotted IPv4 end expanded. */
function groupsOf(address: string): number[] {
  const dotted = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = "", tail] = dotted.split("::");
  const read = (part: string) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const [before, after] = [read(head), read(tail ?? "")];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
