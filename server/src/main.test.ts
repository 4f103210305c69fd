import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

test("Node runs the program's TypeScript without a build, and a bad setting ends it with a message [RUN-13]", async () => {
  const ended = await new Promise<{ code: unknown; said: string }>((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, PORT: "eighty", INTELLIBOX_DEMO: "perhaps" };
    execFile(process.execPath, [main], { env }, (error, _out, said) => resolve({ code: error?.code, said }));
  });
  expect(ended).toEqual({
    code: 1,
    said: "Bad setting: PORT must be a port number\nBad setting: INTELLIBOX_DEMO must be 0 or 1\n",
  });
}, 120_000);
