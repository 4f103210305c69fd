import type { Endpoint } from "@intellibox/contract/endpoint";
import { onTestFinished, vi } from "vitest";
import type { z } from "zod";

export type FakeRequest = {
  method: string;
  /** The requested URL, with the base path. */
  url: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
};
type FakeResponse<E extends Endpoint> = z.input<E["response"]> | Response;

/** Replaces `fetch` by a fake server. Responses are typed by the contract; an unexpected call is a 404. */
export function fakeApi() {
  const calls: FakeRequest[] = [];
  const routes: { endpoint: Endpoint; answer: (request: FakeRequest) => unknown }[] = [];

  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, "http://intellibox.test");
    const request: FakeRequest = {
      method: init.method ?? "GET",
      url,
      path: pathname.replace(/^\/api/, ""),
      query: Object.fromEntries(searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    calls.push(request);
    const route = routes.findLast(({ endpoint }) => matches(endpoint, request));
    if (!route) return refusal(404, { error: "Page not found", code: "not_found" });
    const answer = await route.answer(request);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  onTestFinished(() => void vi.unstubAllGlobals());

  return {
    calls,
    callsOf: (endpoint: Endpoint) => calls.filter((request) => matches(endpoint, request)),
    /** A later handler for the same call replaces an earlier one. */
    on<E extends Endpoint>(endpoint: E, answer: (request: FakeRequest) => FakeResponse<E> | Promise<FakeResponse<E>>) {
      routes.push({ endpoint, answer });
    },
  };
}

export const refusal = (status: number, body: unknown) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status });

function matches({ method, path }: Endpoint, request: FakeRequest) {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  return method === request.method && pattern.test(request.path);
}
