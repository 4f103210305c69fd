import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildClient } from "./client-package.mjs";
import { commandFile, inRoot, productNode } from "./paths.mjs";
import { capture } from "./run.mjs";

const program = `import { ApiError, createClient } from "@intellibox/client";
const intellibox = createClient({ url: "https://mail.example.com", key: "ibx_0123456789abcdef" });
export async function dates(): Promise<Date[]> {
  const found: Date[] = [];
  for await (const { date } of intellibox.inbox.threads.all({ query: { q: "invoice" } })) found.push(date);
  // @ts-expect-error There is no such folder.
  await intellibox.inbox.threads({ query: { folder: "nowhere" } });
  // @ts-expect-error No key may make this call.
  await intellibox.sessions.list();
  // @ts-expect-error The id is missing.
  await intellibox.inbox.message();
  return found;
}
console.log(typeof intellibox.outbox.send, new ApiError("No.", { code: "timeout" }).code);
`;
const compilerOptions = {
  ...{ target: "es2022", module: "nodenext", strict: true },
  lib: ["es2023", "dom", "dom.iterable"],
};

/** Builds and type-checks, which takes a minute on a busy machine. */
const limit = 600_000;

test("a program outside of the repository runs and is type-checked with the built client and Zod only [CLI-11]", {
  timeout: limit,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-client-"));
  try {
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "@intellibox"), { recursive: true });
    symlinkSync(inRoot("node_modules", "zod"), join(modules, "zod"), "junction");
    await buildClient(join(modules, "@intellibox", "client"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    writeFileSync(join(folder, "program.ts"), program);
    const checked = await capture(productNode(), [commandFile("typescript"), "-p", folder, "--outDir", folder]);
    expect(checked).toEqual({ code: 0, output: "" });
    const ran = await capture(productNode(), [join(folder, "program.js")], { cwd: folder });
    expect(ran).toEqual({ code: 0, output: "function timeout\n" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
