import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { BadSettings } from "./bad-settings.ts";
import { loadConfig, settingNames } from "./config.ts";

const problemsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    return (error as BadSettings).problems;
  }
};

test("every setting is optional [RUN-14] [RUN-16] [RUN-19]", () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: undefined,
    dataDir: resolve("data"),
    publicUrl: undefined,
  });
});

test("each bad value gives one clear line [RUN-15]", () => {
  const problems = problemsOf({
    PORT: "eighty",
    DATABASE_URL: "mysql://x",
    INTELLIBOX_SECRET: "c2hvcnQ=",
    INTELLIBOX_DEMO: "yes",
    PUBLIC_URL: "ftp://x",
  });
  expect(problems).toEqual([
    "PORT must be a port number",
    "PUBLIC_URL must be an http(s) address",
    "DATABASE_URL must be a postgres:// address",
    "INTELLIBOX_SECRET must be 32 bytes in base64",
    "INTELLIBOX_DEMO must be 0 or 1",
  ]);
  // One line, even if the value breaks several rules.
  for (const INTELLIBOX_SECRET of ["short", "c2hvcnQ=", "!"])
    expect(problemsOf({ INTELLIBOX_SECRET })).toEqual(["INTELLIBOX_SECRET must be 32 bytes in base64"]);
  expect(problemsOf({ PORT: "-0.5" })).toEqual(["PORT must be a port number"]);
  expect(problemsOf({ GOOGLE_CLIENT_ID: "a" })).toEqual([
    "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither",
  ]);
});

test("a web or worker process needs a database server, and no demo", () => {
  const DATABASE_URL = "postgres://db/intellibox";
  expect(loadConfig({}).role).toBe("all");
  for (const INTELLIBOX_ROLE of ["web", "worker"])
    expect(loadConfig({ DATABASE_URL, INTELLIBOX_ROLE }).role).toBe(INTELLIBOX_ROLE);
  const why = "the embedded database and the demo run in one process, which does everything";
  expect(problemsOf({ INTELLIBOX_ROLE: "web" })).toEqual([`INTELLIBOX_ROLE=web needs DATABASE_URL: ${why}`]);
  expect(problemsOf({ DATABASE_URL, INTELLIBOX_ROLE: "worker", INTELLIBOX_DEMO: "1" })).toEqual([
    `INTELLIBOX_ROLE=worker needs INTELLIBOX_DEMO=0: ${why}`,
  ]);
  expect(problemsOf({ INTELLIBOX_ROLE: "both" })).toEqual(["INTELLIBOX_ROLE must be all, web or worker"]);
});

test("the demo and private hosts are on with the embedded database, and off with another [RUN-21]", () => {
  expect(loadConfig({})).toMatchObject({ demo: true, allowPrivateHosts: true, allowPrivateLinks: false });
  expect(loadConfig({ DATABASE_URL: "postgres://db/x" })).toMatchObject({ demo: false, allowPrivateHosts: false });
  expect(loadConfig({ INTELLIBOX_DEMO: "0" }).demo).toBe(false);
});

const owner = { INTELLIBOX_ADMIN_EMAIL: "boss@example.com", INTELLIBOX_ADMIN_PASSWORD: "a phrase for the boss" };

test("signs of real use turn the demo and private hosts off [RUN-21]", () => {
  for (const sign of [
    owner,
    { PUBLIC_URL: "https://mail.example.com" },
    { PUBLIC_URL: "http://mail.intranet:3000" },
    { INTELLIBOX_TRUST_PROXY: "1" },
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.1.5" },
    { HOST: "mail.example.com" },
    { HOST: "127.example.com" },
    { NODE_ENV: "production" },
  ]) {
    const { demo, allowPrivateHosts } = loadConfig(sign);
    expect({ sign, demo, allowPrivateHosts }).toEqual({ sign, demo: false, allowPrivateHosts: false });
  }
  for (const local of [
    { HOST: "localhost" },
    { HOST: "127.0.0.2" },
    { HOST: "::1" },
    { HOST: "[::1]" },
    { PUBLIC_URL: "http://localhost:3000" },
    { NODE_ENV: "development" },
  ])
    expect({ local, demo: loadConfig(local).demo }).toEqual({ local, demo: true });
});

test("a requested demo contradicts settings for real users [RUN-21]", () => {
  expect(problemsOf({ ...owner, PUBLIC_URL: "https://mail.example.com", INTELLIBOX_DEMO: "1" })).toEqual([
    "INTELLIBOX_DEMO=1 loads accounts with a public password, which contradicts INTELLIBOX_ADMIN_EMAIL and an https PUBLIC_URL: remove one or the other",
  ]);
  expect(problemsOf({ ...owner, INTELLIBOX_DEMO: "1", DATABASE_URL: "postgres://db/x" })).toHaveLength(1);
  expect(problemsOf({ ...owner, INTELLIBOX_DEMO: "0" })).toEqual([]);
  // A person may try the product in a container, and is told who can reach it.
  expect(loadConfig({ HOST: "0.0.0.0", INTELLIBOX_DEMO: "1" })).toMatchObject({ demo: true, isDemoExposed: true });
  expect(loadConfig({})).toMatchObject({ demo: true, isDemoExposed: false });
});

test("an empty value counts as unset", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("the public address, OAuth clients and base URLs of outside APIs are read [RUN-17] [RUN-23] [RUN-24]", () => {
  const config = loadConfig({
    PUBLIC_URL: "https://mail.example.com/",
    GOOGLE_CLIENT_ID: "gid",
    GOOGLE_CLIENT_SECRET: "gsecret",
    GOOGLE_ISSUER: "http://localhost:1",
    GMAIL_BASE: "http://localhost:2",
    MICROSOFT_CLIENT_ID: "mid",
    MICROSOFT_CLIENT_SECRET: "msecret",
    MS_ISSUER: "http://localhost:3",
    GRAPH_BASE: "http://localhost:4",
    GEMINI_BASE: "http://localhost:5",
    OPENAI_BASE: "http://localhost:6",
  });
  expect(config).toMatchObject({
    publicUrl: "https://mail.example.com",
    google: { clientId: "gid", clientSecret: "gsecret", issuer: "http://localhost:1", gmailBase: "http://localhost:2" },
    microsoft: {
      clientId: "mid",
      clientSecret: "msecret",
      issuer: "http://localhost:3",
      graphBase: "http://localhost:4",
    },
    modelBases: { gemini: "http://localhost:5", openai: "http://localhost:6" },
  });
});

test(".env.example lists every setting and no other [RUN-25]", () => {
  const text = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
  const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...settingNames].sort());
});
