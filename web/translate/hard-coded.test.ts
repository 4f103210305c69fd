import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMessage } from "@intellibox/contract/text/parse-message";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { hardCoded, hardCodedRefusals } from "./hard-coded.ts";
import { messageCalls } from "./message-calls.ts";
import { namesIn } from "./message-names.ts";
import type { Node } from "./syntax-tree.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("{web,contract}/src/**/*.{ts,tsx}", { cwd: root })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.test\.|^contract\/src\/text\//.test(path))
  .sort();

const parsed = (source: string, path = "page.tsx") =>
  parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
const modules = sources.map((path) => ({ path, program: parsed(readFileSync(join(root, path), "utf8"), path) }));
const found = (source: string) => hardCoded(parsed(source), "page.tsx").map(({ text }) => text);

/** Modules whose texts are sample data, names of styles and elements, or values that the server knows. */
const notShown: readonly string[] = [
  // Summaries of the OpenAPI document, which is for programmers.
  "contract/src/endpoints/",
  "contract/src/key-downloads.ts",
  "contract/src/html/",
  "contract/src/rules/",
  "web/src/components/rich-text/mail-html.ts",
  "web/src/components/ui/popover.tsx",
  "web/src/components/ui/tooltip.tsx",
  "web/src/components/ui/undo-offer.tsx",
  "web/src/components/writing/mail-toast.tsx",
  "web/src/components/writing/recipients-field.tsx",
  "web/src/features/ai-settings/allowed-choices.tsx",
  "web/src/features/ai-settings/temperature-field.tsx",
  "web/src/features/dashboards/demo-data.ts",
  "web/src/features/dashboards/request-form.tsx",
  "web/src/features/login/promotion.tsx",
  "web/src/features/plans/plan-form.tsx",
  "web/src/features/settings/user-form.tsx",
  "web/src/features/summarize/file-badges.tsx",
  "web/src/features/tenants/tenant-form.tsx",
];
/** Modules of the server whose refusals only programs read. */
const forPrograms: readonly string[] = [
  "server/src/http/metrics.ts",
  "server/src/features/mailboxes/push/push.routes.ts",
];
const isDone = ({ path }: { path: string }) => !notShown.some((place) => path.startsWith(place));

test("every text for people is a message", () => {
  const texts = modules
    .filter(isDone)
    .flatMap(({ path, program }) => hardCoded(program, path).map(({ text }) => `${path}: ${text}`));
  expect(texts).toEqual([]);
});

test("every refusal of the server is a message", () => {
  const refusals = globSync("server/src/**/*.ts", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test\.|^server\/src\/(commands|features\/demo)\//.test(path))
    .filter((path) => !forPrograms.includes(path))
    .flatMap((path) =>
      hardCodedRefusals(parsed(readFileSync(join(root, path), "utf8"), path)).map((text) => `${path}: ${text}`),
    );
  expect(refusals).toEqual([]);
});

test("a refusal without a message is found", () => {
  const found = (source: string) => hardCodedRefusals(parsed(source, "page.ts"));
  expect(found('throw invalid("Choose a file")')).toEqual(["Choose a file"]);
  expect(found(`new AppError("conflict", isOpen ? \`\${name} is open\` : t("Closed"))`)).toEqual(["{} is open"]);
  expect(found('invalid(t("Choose a file"), { file: "Choose a file" })')).toEqual(["Choose a file"]);
  expect(found('new MailboxError("gone", "The message is gone.")')).toEqual(["The message is gone."]);
  expect(found('throw invalid(t("Choose a file"))')).toEqual([]);
  expect(found('throw new Error("This is for programmers")')).toEqual([]);
});

test("every message is whole, and has the values that it names", () => {
  const problems = modules.filter(isDone).flatMap(({ path, program }) =>
    messageCalls(program, path).flatMap(({ message, given, hasValues }) => {
      // A greeting ends with a comma.
      const isPart = /^[\s,;]|[\s;]$|^[^A-Z].*,$/.test(message);
      const missing = hasValues && given ? namesIn(parseMessage(message)).filter((name) => !given.includes(name)) : [];
      return isPart || missing.length > 0 ? [`${path}: ${JSON.stringify(message)} ${missing.join(" ")}`] : [];
    }),
  );
  expect(problems).toEqual([]);
});

test("texts in elements, attributes, properties and calls are found", () => {
  expect(found("<p>Nothing here</p>")).toEqual(["Nothing here"]);
  expect(found('<p>{count === 1 ? "day" : "days"}</p>')).toEqual(["day", "days"]);
  expect(found('<button aria-label="close" />')).toEqual(["close"]);
  expect(found(`<b title={\`Remove \${name}\`} />`)).toEqual(["Remove {}"]);
  expect(found('const place = { name: "Starred" }')).toEqual(["Starred"]);
  expect(found('const choice = { value: "30", label: "30 days" }')).toEqual(["30 days"]);
  expect(found('const words = { scope: () => "Access was not granted." }')).toEqual(["Access was not granted."]);
  expect(found('toast.error(<b>Open Outbox</b>); show("AI settings")')).toEqual(["Open Outbox", "AI settings"]);
  expect(found(`const notes = [owner && \`Owner: \${owner}\`].join(", ")`)).toEqual(["Owner: {}"]);
});

test("messages, and what programs read, are left alone", () => {
  const imports = 'import { t } from "@intellibox/contract/text/t";';
  expect(found(`${imports} <p>{t("Nothing here")}</p>`)).toEqual([]);
  expect(found(`${imports} const notes = [t("Owner: {owner}", { owner })].join(", ")`)).toEqual([]);
  expect(found(`${imports} t("{who} left", { who: "Somebody else" })`)).toEqual(["Somebody else"]);
  expect(found('<p className="Big text" id="Main">{name}</p>')).toEqual([]);
  expect(found('if (event.key === "Escape") console.error("Not shown to anybody")')).toEqual([]);
  expect(found('throw new Error("This is for programmers")')).toEqual([]);
  expect(found(`fetch("imap.example.com", { headers: { authorization: \`Bearer \${token}\` } })`)).toEqual([]);
  expect(found('import { Words } from "Some words"; type Kind = "Some words";')).toEqual([]);
});
