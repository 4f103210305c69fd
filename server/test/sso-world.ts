// A company with single sign-on at a provider of the test.
import { api } from "@intellibox/contract/api";
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { ErrorBody } from "@intellibox/contract/errors";
import { expect } from "vitest";
import { type Caller, testWorld } from "./test-world.ts";

export const origin = "https://mail.example.test";
/** The address to which every provider returns the browser. That of a company has its id at the end. */
export const redirectUri = `${origin}/api/auth/sso/callback`;

type Client = { issuer: string; clientId: string; clientSecret: string };

export async function ssoWorld(options: Parameters<typeof testWorld>[0] = {}) {
  const { outside, environment, ...rest } = options;
  /** The TXT records that the name server has. */
  const records = new Map<string, string[]>();
  const test = await testWorld({
    ...rest,
    environment: { PUBLIC_URL: origin, ...environment },
    outside: { readTxt: async (name) => records.get(name) ?? [], ...outside },
  });
  const { call, app } = test;
  const usual = {
    isOn: true,
    createsUsers: true,
    defaultRole: "NORMAL_USER" as const,
    groupsClaim: "groups",
    groupRoles: [] as { group: string; role: "ADMIN" | "NORMAL_USER" }[],
    isOnly: false,
  };
  type Settings = Partial<typeof usual> & { keepsPassword?: boolean };

  const save = (admin: Caller, client: Client, settings: Settings = {}) =>
    call(admin, api.sso.save, { params: { id: admin.tenantId }, body: { ...client, ...usual, ...settings } });

  /** Adds a domain and proves it by DNS. */
  async function prove(admin: Caller, domain: string) {
    const params = { id: admin.tenantId };
    const added = await call(admin, api.sso.addDomain, { params, body: { domain } });
    expect([added.status, added.body.error]).toEqual([201, undefined]);
    records.set(added.body.recordName, [added.body.recordValue]);
    const proven = await call(admin, api.sso.verifyDomain, { params: { ...params, domain: added.body.id } });
    expect([proven.status, proven.body.error]).toEqual([200, undefined]);
    return added.body;
  }

  let visits = 0;
  /** Another network address for each visit, so that the limits of an address are not reached. */
  const elsewhere = () => ({ remoteAddress: `10.0.${Math.floor(++visits / 250)}.${visits % 250}` });

  let companies = 0;
  /** An admin of a new company that signs in at the provider, with a proven domain. */
  async function company(client: Client, settings: Settings = {}, plan?: { maxUsers: number }) {
    const admin = await test.person("ADMIN", plan ? { plan } : {});
    const domain = `company${++companies}.test`;
    const saved = await save(admin, client, { ...settings, isOnly: false });
    expect([saved.status, saved.body.error]).toEqual([200, undefined]);
    await prove(admin, domain);
    if (settings.isOnly) expect((await save(admin, client, settings)).status).toBe(200);
    return { admin, domain, tenantId: admin.tenantId };
  }

  /** The redirect address of each state: a provider sends the browser to no other one. */
  const registered = new Map<string, string>();

  /** Starts like the button of the login page. Returns the provider's address and the cookie. */
  async function start(body: { company: string } | { door: "google" | "microsoft" }) {
    const response = await app.inject({ ...elsewhere(), method: "POST", url: "/api/auth/sso/start", payload: body });
    const answer = response.json<{ url?: string; error?: string }>();
    const cookie = String(response.headers["set-cookie"] ?? "");
    const held = cookie.split(";")[0] ?? "";
    const asked = URL.parse(answer.url ?? "")?.searchParams;
    registered.set(asked?.get("state") ?? "", asked?.get("redirect_uri") ?? redirectUri);
    return { status: response.statusCode, error: answer.error, url: answer.url ?? "", cookie, held };
  }

  /** The provider sends the browser back. Returns what the page gets in its fragment, and the cookie for it. */
  async function comeBack(query: URLSearchParams, held: string, to = registered.get(query.get("state") ?? "")) {
    const response = await app.inject({
      ...elsewhere(),
      url: `${to ?? redirectUri}?${query}`.replace(origin, ""),
      headers: { cookie: held },
    });
    expect(response.statusCode).toBe(303);
    const target = new URL(String(response.headers.location), origin);
    expect([target.pathname, target.search]).toEqual(["/sso", ""]);
    const outcome = new URLSearchParams(target.hash.slice(1));
    const cookies = [response.headers["set-cookie"] ?? []].flat();
    const given = cookies.find((cookie) => !cookie.includes("Max-Age=0"))?.split(";")[0] ?? "";
    return { code: outcome.get("code") ?? "", error: outcome.get("error"), held: given };
  }

  async function finish(code: string, held: string) {
    const headers = { cookie: held };
    const response = await app.inject({
      ...{ ...elsewhere(), method: "POST", url: "/api/auth/sso/finish", headers, payload: { code } },
    });
    const body = response.json<ResponseOf<typeof api.sso.finish> & ErrorBody>();
    return { status: response.statusCode, body, headers: response.headers };
  }

  return { ...test, records, save, prove, company, start, comeBack, finish };
}
