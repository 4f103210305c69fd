// The command line against the real server.
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import type { KeyScope } from "@intellibox/contract/rules/key-scopes";
import { afterAll, expect, test } from "vitest";
import { mailOf } from "../../server/test/mail-of.ts";
import { programWorld } from "../../server/test/program-world.ts";
import type { Caller } from "../../server/test/test-world.ts";
import { commands, runCli } from "../src/run-cli.ts";
import { configFolderOf, type Terminal } from "../src/terminal.ts";

const { person, writer, giveMail, keyOf, url, call, peek } = await programWorld();
const folder = await mkdtemp(join(tmpdir(), "intellibox-cli-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

type Given = {
  input?: string;
  answers?: string[];
  canAsk?: boolean;
  environment?: Record<string, string>;
  columns?: number;
};

/** Runs a command in a terminal of the test. */
async function run(args: string[], given: Given & { home?: string } = {}) {
  const { input = "", answers = [], canAsk = false, environment = {}, home = folder } = given;
  const said = { out: "", err: "", asked: [] as string[] };
  const ask = async (question: string) => {
    said.asked.push(question);
    return answers.shift() ?? "";
  };
  const terminal: Terminal = {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    ...{ canAsk, columns: given.columns, ask, askSecret: ask, environment, configFolder: join(home, "intellibox") },
    readInput: async () => input,
  };
  return { code: await runCli(args, terminal), ...said };
}
/** The environment of a person with a key. */
async function keyed(who: Caller, scopes: KeyScope[]) {
  return { environment: { INTELLIBOX_URL: url, INTELLIBOX_KEY: (await keyOf(who, scopes)).key } };
}
const emptyFolder = () => mkdtemp(join(folder, "home-"));

test("login reads the key from the input or a hidden prompt, and stores it for its owner only [CLI-06]", async () => {
  const ana = await person("NORMAL_USER", { name: "Ana Rao" });
  const { key } = await keyOf(ana, ["mail:read"]);
  for (const given of [{ input: `${key}\n` }, { canAsk: true, answers: [key] }]) {
    const home = await emptyFolder();
    const done = await run(["login", url], { ...given, home });
    expect(done).toMatchObject({ code: 0, err: "", out: expect.stringContaining(`Ana Rao <${ana.email}>`) });
    expect(done.out + done.asked.join("")).not.toContain(key);
    const file = join(home, "intellibox", "login.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, "intellibox"))).mode & 0o777).toBe(0o700);
    expect(await run(["whoami"], { home })).toMatchObject({ code: 0, out: expect.stringContaining("mail:read") });
    await chmod(file, 0o644);
    expect(await run(["whoami"], { home })).toMatchObject({ code: 1, err: expect.stringContaining("chmod 600") });
    expect((await run(["login", url], { ...given, input: key, answers: [key], home })).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ url, key });
    expect((await run(["logout"], { home })).code).toBe(0);
    expect(await run(["whoami"], { home })).toMatchObject({ code: 1, err: expect.stringContaining("Log in first") });
  }
});

test("a key is no argument, and one that does not work is not stored [CLI-06]", async () => {
  const home = await emptyFolder();
  expect(await run(["login", url, "ibx_0123456789abcdef"], { home })).toMatchObject({ code: 2 });
  expect(await run(["login", url, "--key", "ibx_0123456789abcdef"], { home })).toMatchObject({ code: 2 });
  const wrong = await run(["login", url], { input: "ibx_0123456789abcdef0123", home });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("Log in again") });
  expect(await run(["login", url], { input: "secret", home })).toMatchObject({ code: 1 });
  expect(await run(["login", "http://mail.example.com"], { input: "ibx_0123456789abcdef", home })).toMatchObject({
    ...{ code: 1, err: expect.stringContaining("http would show the key") },
  });
  expect(await run(["whoami"], { home })).toMatchObject({ code: 1, err: expect.stringContaining("Log in first") });
  await expect(stat(join(home, "intellibox"))).rejects.toThrow("ENOENT");
});

test("mail is searched, shown, saved and summarized [CLI-07]", async () => {
  const ana = await person("NORMAL_USER");
  const files = [{ name: "figures.csv", type: "text/csv", content: "A,B\n" }];
  await giveMail(ana, [
    mailOf({ subject: "Invoice 7", messageId: "<i7@example.com>", text: "Please pay 400 INR by Friday.", files }),
    mailOf({ subject: "Re: Invoice 7", text: "Paid.", headers: ["In-Reply-To: <i7@example.com>"] }),
    mailOf({ subject: "Lunch" }),
  ]);
  const given = await keyed(ana, ["mail:read", "assistant"]);
  const found = await run(["search", "invoice", "has:attachment"], given);
  expect(found).toMatchObject({ code: 0, err: "" });
  expect(found.out).toMatch(
    /^ID +DATE +FROM +SUBJECT\n[0-9a-f-]{36} +\d{4}-\d\d-\d\d \d\d:\d\d +new +Priya Nair +Invoice 7\n$/,
  );
  expect((await run(["search", "--limit", "2"], given)).out.split("\n")).toHaveLength(4);
  const json = JSON.parse((await run(["search", "invoice", "has:attachment", "--json"], given)).out);
  expect(json).toMatchObject([{ subject: "Invoice 7", date: expect.stringMatching(/^\d{4}-.*Z$/) }]);
  const id = json[0].id;
  const shown = (await run(["show", id], given)).out;
  expect(shown).toContain("Please pay 400 INR");
  expect(shown).toMatch(/figures\.csv/);
  const thread = (await run(["thread", id], given)).out;
  expect(thread.indexOf("Please pay")).toBeLessThan(thread.indexOf("Paid."));
  expect((await run(["summarize", id], given)).out).toMatch(/^- /m);
  const part = JSON.parse((await run(["show", id, "--json"], given)).out).attachments[0].part;
  const file = join(await emptyFolder(), "saved.csv");
  expect(await run(["save", id, part, "--to", file], given)).toMatchObject({ code: 0 });
  expect(await readFile(file, "utf8")).toBe("A,B\n");
  expect(await run(["save", id, "--to", file], given)).toMatchObject({ code: 1, err: `${file} exists already.\n` });
  expect(await readFile(file, "utf8")).toBe("A,B\n");
  expect(await run(["search", "nothing-has-this-word"], given)).toMatchObject({ code: 0 });
});

test("hostile mail cannot control the terminal, and in JSON it is escaped [CLI-08]", async () => {
  const ana = await person("NORMAL_USER");
  const esc = "\u001b";
  const nasty = `${esc}[2J${esc}]0;owned\u0007${esc}]8;;https://evil.test${esc}\\Click${esc}]8;;${esc}\\ \u009b31mred \u202Egnp.exe\b\b\rhidden${esc}Pq`;
  const utf8 = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
  const mail = mailOf({
    subject: utf8(`Bill ${nasty}`),
    from: `${utf8(`Eve ${nasty}`)} <eve@example.com>`,
    text: `Body ${nasty}\nlast line`,
  });
  await giveMail(ana, [mail]);
  const given = { ...(await keyed(ana, ["mail:read"])), columns: 200 };
  const list = await run(["search"], given);
  const { id } = JSON.parse((await run(["search", "--json"], given)).out)[0];
  const shown = await run(["show", id], given);
  const thread = await run(["thread", id], given);
  const json = await run(["show", id, "--json"], given);
  for (const { code, out } of [list, shown, thread, json]) {
    expect(code).toBe(0);
    expect(out).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  }
  expect(shown.out).toContain("last line");
  expect(shown.out).toContain("Body Click red gnp.exe\n");
  expect(JSON.parse(json.out).id).toBe(id);
});

test("send asks on a terminal, needs --yes elsewhere, and sends what was shown [CLI-09]", async () => {
  const { who, server } = await writer();
  const given = await keyed(who, ["mail:send"]);
  const mail = ["send", "--to", "priya@example.com", "--subject", "Offer"];
  const unasked = await run(mail, { ...given, input: "Good day." });
  expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  const declined = await run([...mail, "--body", "Good day."], { ...given, canAsk: true, answers: [""] });
  expect(declined).toMatchObject({ code: 1, asked: ["Send it? y/N "], err: expect.stringContaining("Not sent.") });
  expect(declined.err).toMatch(/To: +priya@example\.com/);
  expect(server.mails).toHaveLength(0);
  const sure = { ...given, canAsk: true, answers: ["y"] };
  expect(await run([...mail, "--body", "Good day."], sure)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Sent"),
  });
  expect(server.mails).toHaveLength(1);
  const file = join(await emptyFolder(), "terms.txt");
  await writeFile(file, "The terms.");
  const piped = await run([...mail, "--yes", "--attach", file, "--json"], { ...given, input: "From a pipe." });
  expect(JSON.parse(piped.out)).toMatchObject({ status: "sent" });
  expect(server.mails[1]?.raw.toString()).toMatch(/From a pipe\.[\s\S]*terms\.txt/);
  const missing = await run([...mail, "--yes", "--attach", `${file}.no`], given);
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining("cannot be read") });
});

test("a send with --once that is repeated sends once [CLI-09]", async () => {
  const { who, server } = await writer();
  const given = { ...(await keyed(who, ["mail:send"])), input: "Good day." };
  const mail = [
    "send",
    "--to",
    "priya@example.com",
    "--subject",
    "Offer",
    "--yes",
    "--once",
    "report-2026-03",
    "--json",
  ];
  const [first, second] = [await run(mail, given), await run(mail, given)];
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(JSON.parse(second.out).messageId).toBe(JSON.parse(first.out).messageId);
  expect(server.mails).toHaveLength(1);
  const other = await run(mail, { ...given, input: "Another text." });
  expect(other.code).toBe(1);
  expect(server.mails).toHaveLength(1);
});

test("the assistant drafts a mail and an answer, which are kept without being sent [CLI-07]", async () => {
  const { who, server } = await writer();
  await giveMail(who, [mailOf({ subject: "Offer", messageId: "<o@example.com>", text: "Shall we meet on Monday?" })]);
  const given = await keyed(who, ["mail:read", "assistant", "drafts"]);
  const [{ id }] = JSON.parse((await run(["search", "--json"], given)).out);
  const written = await run(["draft", "thank Priya for the offer", "--to", "priya@example.com"], given);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining("Subject: ") });
  const answer = ["draft", "--answer", id, "accept", "--save"];
  expect(await run(answer, given)).toMatchObject({ code: 0, out: expect.stringContaining("It was not sent.") });
  expect(await run(answer, given)).toMatchObject({ code: 1, err: expect.stringContaining("such a draft already") });
  expect(await peek("select 1 from email_logs where tenant_id = $1", [who.tenantId])).toEqual([]);
  expect(server.mails).toHaveLength(0);
  expect(await run(["draft", "thanks", "--tone", "rude"], given)).toMatchObject({ code: 2 });
});

test("tasks and rules are listed, and a rule is switched [CLI-07]", async () => {
  const ana = await person("NORMAL_USER");
  await giveMail(ana, [
    mailOf({ subject: "Question", to: ana.email, text: "Could you send me the report by Friday?" }),
  ]);
  const given = await keyed(ana, ["mail:read", "rules"]);
  expect(await run(["tasks"], given)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/To answer\n[\s\S]*Due\n[\s\S]*Waiting for\n/),
  });
  expect(await run(["rules"], given)).toMatchObject({ code: 0, out: "There are no rules.\n" });
  const made = await call(ana, api.mailRules.create, {
    body: {
      name: "Star Acme",
      when: [{ field: "from", test: "domain", values: ["acme.test"] }],
      actions: [{ do: "star" }],
    },
  });
  expect((await run(["rules"], given)).out).toMatch(/off +own +0 +Star Acme/);
  expect(await run(["rules", "on", made.body.id], given)).toMatchObject({ code: 0, out: "Star Acme is on.\n" });
  expect(await run(["rules", "on"], given)).toMatchObject({ code: 2 });
});

test("exit codes say whether a command failed or was called wrongly, and errors go to the error output [CLI-10]", async () => {
  const ana = await person("NORMAL_USER");
  const given = await keyed(ana, ["contacts:read"]);
  const refused = await run(["search", "invoice"], given);
  expect(refused).toEqual({ code: 1, out: "", err: "This API key lacks the permission mail:read\n", asked: [] });
  const json = await run(["search", "--json"], given);
  expect([json.code, json.out, JSON.parse(json.err)]).toMatchObject([1, "", { code: "forbidden", status: 403 }]);
  for (const wrong of [
    ["nonsense"],
    ["__proto__"],
    ["show"],
    ["show", "7"],
    ["search", "--nonsense"],
    ["search", "--limit", "0"],
    [],
  ])
    expect({ wrong, code: (await run(wrong, given)).code }).toEqual({ wrong, code: 2 });
  const gone = { environment: { INTELLIBOX_URL: "http://127.0.0.1:9", INTELLIBOX_KEY: "ibx_0123456789abcdef" } };
  expect(await run(["rules", "on", "7"], gone)).toMatchObject({ code: 2 });
});

test("each command explains itself [CLI-10]", async () => {
  const { out, code } = await run(["--help"]);
  expect(code).toBe(0);
  for (const name of Object.keys(commands)) {
    expect(out).toContain(`  ${name} `);
    expect(await run([name, "--help"])).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining(`Usage: intellibox ${name}`),
    });
  }
});

test("the program runs as a process, in the folder of its caller, and reads the key from a pipe [CLI-06] [CLI-10]", async () => {
  const ana = await person("NORMAL_USER");
  const { key } = await keyOf(ana, ["mail:read"]);
  const home = await emptyFolder();
  const started = (args: string[], input: string) =>
    new Promise<{ code: number | null; out: string }>((resolve) => {
      const bin = join(import.meta.dirname, "../bin/intellibox.mjs");
      const { APPDATA: _, INIT_CWD: __, ...rest } = process.env;
      const child = spawn(process.execPath, [bin, ...args], { cwd: home, env: { ...rest, XDG_CONFIG_HOME: home } });
      let out = "";
      child.stdout.on("data", (piece) => {
        out += piece;
      });
      child.on("close", (code) => resolve({ code, out }));
      child.stdin.end(input);
    });
  expect(await started(["login", url], key)).toMatchObject({ code: 0 });
  expect(await started(["whoami", "--json"], "")).toMatchObject({ code: 0, out: expect.stringContaining(ana.email) });
  expect(await started(["nonsense"], "")).toMatchObject({ code: 2 });
});

test("the file is in the folder that the system has for settings [CLI-06]", () => {
  expect(configFolderOf({ XDG_CONFIG_HOME: "/x" }, "linux")).toBe(join("/x", "intellibox"));
  expect(configFolderOf({ APPDATA: "/roaming" }, "win32")).toBe(join("/roaming", "intellibox"));
  expect(configFolderOf({}, "darwin")).toContain(join(".config", "intellibox"));
});
