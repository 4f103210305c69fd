import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readModelHost } from "#lib/local-model-hosts.ts";
import { findLocalModels } from "./find-local-models.ts";
import { type ListSettings, listModels } from "./list-models.ts";
import { openModelNetwork } from "./model-network.ts";

const signal = new AbortController().signal;

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

const at = (provider: ListSettings["provider"], baseUrl: string): ListSettings => ({
  ...{ provider, baseUrl, region: provider === "bedrock" ? "eu-central-1" : "", apiKey: "the-key" },
  chosenBy: "owner",
});

const openaiList = { object: "list", data: [{ id: "small" }, { id: "text-embedding-3" }, { id: "large" }] };
const asked: Record<string, { path: RegExp; key: string; body: unknown }> = {
  openai: { path: /^\/models$/, key: "authorization", body: openaiList },
  mistral: { path: /^\/models$/, key: "authorization", body: openaiList },
  groq: { path: /^\/models$/, key: "authorization", body: openaiList },
  openrouter: { path: /^\/models$/, key: "authorization", body: openaiList },
  lmstudio: { path: /^\/models$/, key: "authorization", body: openaiList },
  anthropic: { path: /^\/models\?limit=1000$/, key: "x-api-key", body: openaiList },
  ollama: { path: /^\/api\/tags$/, key: "authorization", body: { models: [{ name: "small" }, { name: "large" }] } },
  gemini: {
    path: /^\/models\?pageSize=1000$/,
    key: "x-goog-api-key",
    body: {
      models: [
        { name: "models/small", supportedGenerationMethods: ["generateContent"] },
        { name: "models/aqa", supportedGenerationMethods: ["generateAnswer"] },
        { name: "models/large", supportedGenerationMethods: ["generateContent", "countTokens"] },
      ],
    },
  },
};

test.each(Object.keys(asked) as ListSettings["provider"][])(
  "the list of %s is read with its key, without models for other work",
  async (provider) => {
    const expected = asked[provider];
    const port = await serve((request, response) => {
      expect(request.url).toMatch(expected?.path ?? /never/);
      expect(request.headers[expected?.key ?? ""]).toContain("the-key");
      response.end(JSON.stringify(expected?.body));
    });
    expect(await listModels(at(provider, `http://127.0.0.1:${port}`), fetch, signal)).toEqual(["small", "large"]);
  },
);

test("Bedrock's list has models and inference profiles, and does without the profiles if they are refused", async () => {
  let mayProfiles = true;
  const port = await serve((request, response) => {
    if (!request.url?.startsWith("/inference-profiles"))
      return void response.end(JSON.stringify({ modelSummaries: [{ modelId: "amazon.nova-lite-v1:0" }] }));
    response.statusCode = mayProfiles ? 200 : 403;
    response.end(JSON.stringify({ inferenceProfileSummaries: [{ inferenceProfileId: "eu.amazon.nova-lite-v1:0" }] }));
  });
  const list = () => listModels(at("bedrock", `http://127.0.0.1:${port}`), fetch, signal);
  expect(await list()).toEqual(["amazon.nova-lite-v1:0", "eu.amazon.nova-lite-v1:0"]);
  mayProfiles = false;
  expect(await list()).toEqual(["amazon.nova-lite-v1:0"]);
});

test("Bedrock's list is asked for with a signature if the key is an access key", async () => {
  const signatures: unknown[] = [];
  const port = await serve((request, response) => {
    signatures.push(request.headers.authorization);
    response.end(JSON.stringify({ modelSummaries: [{ modelId: "amazon.nova-lite-v1:0" }] }));
  });
  const apiKey = "ASIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY:AQoDYXdzEPT//////////wEXAMPLEtc764";
  const settings = { ...at("bedrock", `http://127.0.0.1:${port}`), apiKey };
  expect(await listModels(settings, fetch, signal)).toEqual(["amazon.nova-lite-v1:0"]);
  expect(signatures).toHaveLength(2);
  for (const signature of signatures)
    expect(signature).toMatch(/^AWS4-HMAC-SHA256 Credential=ASIA\w+\/\d{8}\/eu-central-1\/bedrock\/aws4_request/);
});

test("hostile lists are bounded: odd names are left out, and a list that is no list, too long or refused is an error", async () => {
  let body: string | (() => string) = "";
  let status = 200;
  const port = await serve((_request, response) => {
    response.statusCode = status;
    response.end(typeof body === "string" ? body : body());
  });
  const list = () => listModels(at("compatible", `http://127.0.0.1:${port}`), fetch, signal);
  const names = ["<img src=x onerror=alert(1)>", "a\nb", "x".repeat(201), "‮evil", "", "good", "good", 7];
  body = JSON.stringify({ data: [...names.map((id) => ({ id })), "no object", null] });
  expect(await list()).toEqual(["<img src=x onerror=alert(1)>", "good"]);
  body = JSON.stringify({ data: Array.from({ length: 5000 }, (_, number) => ({ id: `m${number}` })) });
  expect(await list()).toHaveLength(1000);
  for (const [text, fault] of [
    ["<html>", "bad_answer"],
    ['{"data":{}}', "bad_answer"],
    [" ".repeat(9 << 20), "bad_answer"],
  ] as const) {
    body = text;
    await expect(list()).rejects.toMatchObject({ name: "ModelError", fault });
  }
  status = 401;
  await expect(list()).rejects.toMatchObject({ fault: "auth" });
});

test("Ollama, LM Studio and llama.cpp are recognized, and other servers are not", async () => {
  const ollama = await serve((request, response) => {
    if (request.url === "/api/tags")
      return void response.end('{"models":[{"name":"llama3.2:latest"},{"name":"qwen3"}]}');
    response.end(JSON.stringify(openaiList));
  });
  const llamacpp = await serve((request, response) => {
    response.statusCode = request.url === "/v1/models" ? 200 : 404;
    response.end('{"object":"list","data":[{"id":"model.gguf","owned_by":"llamacpp"}]}');
  });
  const other = await serve((_request, response) => void response.end("<html>Welcome</html>"));
  const target = await serve((_request, response) => void response.end('{"models":[{"name":"secret"}]}'));
  const redirecting = await serve((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${target}/api/tags` }).end();
  });
  const ports = [ollama, llamacpp, other, redirecting];
  const found = await findLocalModels([{ host: "127.0.0.1", ports }], fetch, signal);
  expect(found).toEqual([
    {
      ...{ provider: "ollama", host: `127.0.0.1:${ollama}`, models: ["llama3.2:latest", "qwen3"] },
      baseUrl: `http://127.0.0.1:${ollama}/v1`,
    },
    {
      ...{ provider: "llamacpp", host: `127.0.0.1:${llamacpp}`, models: ["model.gguf"] },
      baseUrl: `http://127.0.0.1:${llamacpp}/v1`,
    },
  ]);
});

test("only addresses that the operator named are reached in the private network, and never for a company's own choice", async () => {
  const port = await serve((_request, response) => void response.end(JSON.stringify(openaiList)));
  const elsewhere = await serve((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}/models` }).end();
  });
  const host = readModelHost(`localhost:${port}`);
  const redirecting = readModelHost(`127.0.0.1:${elsewhere}`);
  if (!host || !redirecting) throw new Error("unreadable");
  const network = openModelNetwork({ allowPrivate: false }, [host, redirecting]);
  onTestFinished(() => network.close());
  const list = (settings: ListSettings) => listModels(settings, network.fetchFor(settings), signal);
  const base = `http://127.0.0.1:${port}`;
  expect(await list(at("compatible", base))).toEqual(["small", "large"]);
  await expect(list({ ...at("compatible", base), chosenBy: "company" })).rejects.toMatchObject({
    fault: "forbidden_host",
  });
  const private_ = `http://127.0.0.1:${elsewhere + 1}`;
  await expect(list(at("compatible", private_))).rejects.toMatchObject({ fault: "forbidden_host" });
  await expect(list(at("compatible", `http://127.0.0.1:${elsewhere}`))).rejects.toMatchObject({ name: "ModelError" });
});
