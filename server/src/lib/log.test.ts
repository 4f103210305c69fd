import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { DrizzleQueryError } from "#db/orm.ts";
import { outsideFailed } from "./errors.ts";
import { openLog } from "./log.ts";

function listeningLog() {
  const lines: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  return { lines, log: openLog("info", new Writable({ write })) };
}

test("no secret is logged, whatever object holds it", () => {
  const { lines, log } = listeningLog();
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

test("a failed query is logged with its text and reason, without its values", () => {
  const { lines, log } = listeningLog();
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (email)=(s3cret@x.test)",
  });
  const err = new DrizzleQueryError(
    'insert into "users" values ($1, $2)',
    ["$argon2id$s3cret", "a\n    at s3cret"],
    cause,
  );
  log.error({ err }, "a call failed");
  expect(lines.join("")).not.toContain("s3cret");
  const { message, stack, cause: told } = JSON.parse(lines[0] ?? "").err;
  expect(message).toBe('Failed query: insert into "users" values ($1, $2)');
  expect(stack).toContain("log.test.ts");
  expect(told).toMatchObject({ message: "duplicate key value", code: "23505" });
});

test("an error with attached bytes is logged without them, and does not end the program", () => {
  const { lines, log } = listeningLog();
  const broken = Object.assign(new Error("Parse Error"), { code: "HPE_INVALID", rawPacket: Buffer.from("s3cret") });
  log.error({ err: broken }, "client error");
  log.error({ err: new DrizzleQueryError("insert", [Buffer.from("s3cret")], broken) }, "a mail was not accepted");
  expect(lines).toHaveLength(2);
  expect(lines.join("")).not.toMatch(/s3cret|rawPacket|params/);
});

test("the words of another server are not logged, also if an error of ours repeats them", () => {
  const { lines, log } = listeningLog();
  const said = "550 no such person: s3cret";
  const library = Object.assign(new Error(said), { code: "EENVELOPE", response: said });
  const transport = Object.assign(new Error(`It said: ${said}`, { cause: library }), { fault: "permanent" });
  log.error({ err: outsideFailed(`The mail server refused it. It said: ${said}`, transport) }, "a call failed");
  log.warn({ error: 'connect to s3cret@example.com: the value "s3cret" and „s3cret“' }, "a line with a text");
  expect(lines.join("")).not.toContain("s3cret");
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({
    type: "AppError",
    code: "outside_failed",
    cause: { fault: "permanent", cause: { code: "EENVELOPE" } },
  });
});

test("text that JSON or PostgreSQL quote in their errors is not logged, and the rest of the message is", () => {
  const { lines, log } = listeningLog();
  const parse = () => JSON.parse("s3cret\n    at s3cret");
  expect(parse).toThrow();
  try {
    parse();
  } catch (err) {
    log.error({ err }, "unreadable");
  }
  log.error(
    { err: new Error('invalid input syntax for type tsvector: "s3cret\n    at s3cret (file:///s3cret:1:1)"') },
    "no",
  );
  expect(lines.join("")).not.toContain("s3cret");
  expect(JSON.parse(lines[1] ?? "").err).toMatchObject({
    message: "invalid input syntax for type tsvector: [text]",
    stack: expect.stringContaining("log.test.ts"),
  });
});

test("the address of a call is not logged, because it may hold a search or a token", () => {
  const { lines, log } = listeningLog();
  log.info({ req: { method: "GET", url: "/api/x?token=s3cret", routeOptions: { url: "/api/x" } } }, "incoming");
  expect(lines.join("")).not.toContain("s3cret");
});
