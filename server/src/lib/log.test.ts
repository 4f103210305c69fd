import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { openLog } from "./log.ts";

test("no secret reaches the log, whatever it travels in", () => {
  const lines: string[] = [];
  const log = openLog(
    "info",
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const secrets = {
    password: "s3cret-1",
    token: "s3cret-2",
    refreshToken: "s3cret-3",
    apiKey: "s3cret-4",
    authorization: "Bearer s3cret-5",
    currentPassword: "s3cret-6",
  };
  log.info(secrets, "flat");
  log.info({ body: secrets }, "in a body");
  log.info({ request: { headers: secrets } }, "in headers");
  expect(lines).toHaveLength(3);
  expect(lines.join("")).not.toContain("s3cret");
});
