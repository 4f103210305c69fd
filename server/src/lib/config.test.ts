import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type BadSettings, loadConfig, settingNames } from "./config.ts";

const problemsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    return (error as BadSettings).problems;
  }
};

test("no setting is needed [RUN-14] [RUN-16] [RUN-19]", () => {
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
  expect(problemsOf({ INTELLIBOX_SECRET: "short" })).toEqual(["INTELLIBOX_SECRET must be 32 bytes in base64"]);
  expect(problemsOf({ GOOGLE_CLIENT_ID: "a" })).toEqual([
    "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither",
  ]);
});

test("the demo and private hosts are on where the embedded database serves, and off elsewhere [RUN-21]", () => {
  expect(loadConfig({})).toMatchObject({ demo: true, allowPrivateHosts: true });
  expect(loadConfig({ DATABASE_URL: "postgres://db/x" })).toMatchObject({ demo: false, allowPrivateHosts: false });
  expect(loadConfig({ INTELLIBOX_DEMO: "0" }).demo).toBe(false);
});

test("an empty value is an unset one", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("public address, OAuth clients and the bases of outside APIs are read [RUN-17] [RUN-23] [RUN-24]", () => {
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
    geminiBase: "http://localhost:5",
    openaiBase: "http://localhost:6",
  });
});

test(".env.example lists every setting, and no other [RUN-25]", () => {
  const text = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
  const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...settingNames].sort());
});
