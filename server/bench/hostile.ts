/**
 * Measures the core time of opening hostile HTML, for each document of `test/hostile-html.ts`, against the two seconds that a reader
 * waits at most. `npm run bench hostile`.
 */
import { beginningOfMail } from "#lib/html/beginning-of-mail.ts";
import { maxHtmlLength } from "#lib/html/html.ts";
import { maxTags, sanitizeHtml } from "#lib/html/sanitize.ts";
import { readAllUntrusted } from "#features/assistant/untrusted.ts";
import { maxChecked } from "#features/inbox/read-message.ts";
import { hostileHtml } from "#test/hostile-html.ts";
import type { BenchRow } from "./bench-row.ts";

const limitMs = 2_000;

export async function run(): Promise<BenchRow[]> {
  sanitizeHtml("<p style='color:red'>warm</p>", { remoteImages: "block" });
  readAllUntrusted(["<p>warm</p>"]);
  const rows = hostileHtml.flatMap(({ name, make }) =>
    sizesOf(make).map((size) => {
      const html = make(size);
      const isShown = canShow(html);
      const shown = cpuMsOf(() => canShow(html));
      const checked = cpuMsOf(() => readAllUntrusted([beginningOfMail(html, maxChecked)]));
      return {
        name: `hostile.${name}`,
        value: (shown + checked) / limitMs,
        unit: "of limit",
        note: `${isShown ? "HTML" : "text"}, ${shown.toFixed(0)} + ${checked.toFixed(0)} ms, ${html.length} characters`,
      };
    }),
  );
  const sorted = rows.toSorted((a, b) => b.value - a.value);
  const asText = sorted.filter(({ note }) => note.startsWith("text")).length;
  const worst = { name: "hostile.worst", value: sorted[0]?.value ?? 0, unit: "of limit" };
  return [{ ...worst, note: `${sorted.length} documents, ${asText} shown as text` }, ...sorted.slice(0, 20)];
}

/** The longest that is read, and the longest with no more tags than are shown. */
function sizesOf(make: (size: number) => string): number[] {
  const tags = make(maxHtmlLength).slice(0, maxHtmlLength).split("<").length - 1;
  return tags > maxTags ? [maxHtmlLength, Math.floor((maxHtmlLength * maxTags * 0.99) / tags)] : [maxHtmlLength];
}

function canShow(html: string): boolean {
  try {
    sanitizeHtml(html.slice(0, maxHtmlLength), { remoteImages: "block" });
    return true;
  } catch {
    return false;
  }
}

function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
