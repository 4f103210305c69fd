// Renders the OpenAPI document as a page. It shares its origin with the web app, whose storage holds tokens, so that its only script is
// a fixed one, see docs-try.ts.
import { createHash } from "node:crypto";
import { tryScript } from "./docs-try.ts";
import type { OpenApiDocument } from "./openapi.ts";

type Schema = Record<string, unknown>;
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  summary: string;
  tags: string[];
  "x-access": string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Call = { method: string; path: string; operation: Operation };

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9dae0, #33353d); --soft: light-dark(#f5f5f7, #17181d); --dim: light-dark(#5b5e6b, #a3a6b3); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #0c0d10); color: light-dark(#16171d, #ececf1); overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.15rem; }
h3 { margin: 1rem 0 .25rem; font-size: .9rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; }
a { color: light-dark(#3a43cf, #a9afff); }
details { border: 1px solid var(--line); border-radius: 10px; margin: .5rem 0; }
summary { cursor: pointer; padding: .5rem .75rem; }
summary span { color: var(--dim); }
details > div { padding: 0 .75rem .75rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: 8px; margin: 0; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
b { display: inline-block; min-width: 4.5em; font: 600 13px/1.5 ui-monospace, monospace; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem; margin: 0; }
dd { margin: 0; color: var(--dim); }
form, .key { display: grid; gap: .5rem; }
label { display: grid; gap: .15rem; font-size: .85rem; }
input, textarea, button { font: 14px/1.5 ui-monospace, monospace; padding: .4rem .6rem; border: 1px solid light-dark(#8b8e9b, #71747f); border-radius: 8px; background: light-dark(#fff, #17181d); color: inherit; min-width: 0; width: 100%; }
button { width: fit-content; cursor: pointer; }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page loads nothing but the icon; only this style and this script are allowed, by their hashes. */
export const docsPolicy = `default-src 'none'; img-src 'self'; connect-src 'self'; style-src ${hashOf(style)}; script-src ${hashOf(tryScript)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function docsPage(document: OpenApiDocument): string {
  const calls = callsOf(document);
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? "other");
  const links = [...groups.keys()].map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`);
  const sections = [...groups].map(
    ([tag, group]) => `<section><h2 id="${escaped(tag)}">${escaped(tag)}</h2>${group.map(callHtml).join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Intellibox API</title><link rel="icon" href="/icon.svg"><style>${style}</style></head>
<body><main><h1>Intellibox API</h1>
<p>${calls.length} calls. Those that need a session take <code>Authorization: Bearer …</code> with the token of <code>POST /api/auth/login</code>. A program takes an API key instead, from My Profile, Security, or Settings, Integrations. The same as a file for other tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<label class="key">API key, to try calls. It is not stored. Calls change real data.<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="ibx_…"></label>
<p>A call that is refused answers <code>Error</code>:</p><pre>${escaped(typeText(document.components.schemas.Error))}</pre>
<nav aria-label="Groups">${links.join("")}</nav>
${sections.join("\n")}
</main><script>${tryScript}</script></body></html>
`;
}

function callsOf({ paths, servers }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const { servers: own = servers, ...methods } = item as { servers?: typeof servers };
    const base = own[0]?.url.replace(/\/$/, "") ?? "";
    return Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: base + path,
      operation: operation as Operation,
    }));
  });
}

function callHtml({ method, path, operation }: Call): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const access = operation["x-access"];
  const scopes = operation.security.find(({ apiKey }) => apiKey)?.apiKey;
  const given = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<dt><code>${escaped(name)}</code></dt><dd>${escaped(`${place}${required ? "" : ", optional"}: ${typeText(schema)}${noteOf(schema)}`)}</dd>`,
  );
  const parts = [
    `<p>${access === "public" ? "Needs no session." : `Access: ${escaped(access)}. ${escaped(keyLine(scopes))}`}</p>`,
    ...(given.length > 0 ? [`<h3>Parameters</h3><dl>${given.join("")}</dl>`] : []),
    ...(requestBody ? contentHtml("Body", requestBody.content) : []),
    ...Object.entries(responses)
      .filter(([status]) => status !== "default")
      .flatMap(([status, { description, content = {} }]) => contentHtml(`${status} ${description}`, content)),
  ];
  const tried = parameters.map(({ name, in: place, required }) => ({ name, place, required }));
  const forScript = scopes
    ? ` data-method="${method}" data-path="${escaped(path)}" data-parameters="${escaped(JSON.stringify(tried))}"${requestBody ? ' data-body="1"' : ""}`
    : "";
  return `<details${forScript}><summary><b>${method}</b> <code>${escaped(path)}</code> <span>${escaped(summary)}</span></summary><div>${parts.join("")}</div></details>`;
}

const keyLine = (scopes: string[] | undefined) => {
  if (!scopes) return "Not for API keys.";
  return scopes.length > 0 ? `API key with: ${scopes.join(", ")}.` : "Any API key.";
};

const contentHtml = (title: string, content: Content): string[] => {
  const kinds = Object.entries(content);
  if (kinds.length === 0) return [`<h3>${escaped(title)}</h3>`];
  return kinds.map(([type, { schema }]) => {
    const typed = schema && Object.keys(schema).length > 0 && schema.format !== "binary" ? typeText(schema) : undefined;
    return `<h3>${escaped(title)} (${escaped(type)})</h3>${typed ? `<pre>${escaped(typed)}</pre>` : ""}`;
  });
};

/** A schema in TypeScript's notation. */
function typeText(schema: Schema, indent = ""): string {
  const {
    $ref,
    const: only,
    enum: values,
    anyOf,
    oneOf,
    allOf,
    type,
    items,
    properties,
    additionalProperties,
  } = schema;
  const join = (schemas: unknown, by: string) => (schemas as Schema[]).map((each) => typeText(each, indent)).join(by);
  if (typeof $ref === "string") return $ref.split("/").at(-1) ?? "";
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf ?? oneOf) return join(anyOf ?? oneOf, " | ");
  if (allOf) return join(allOf, " & ");
  if (type === "array") return `Array<${typeText((items as Schema | undefined) ?? {}, indent)}>`;
  if (properties) return objectTypeText(schema, indent);
  if (type === "object")
    return `{ [name: string]: ${typeof additionalProperties === "object" ? typeText(additionalProperties as Schema, indent) : "unknown"} }`;
  return [type ?? "unknown"].flat().join(" | ");
}

function objectTypeText({ properties, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const optional = (required as string[]).includes(name) ? "" : "?";
    return `${inner}${name}${optional}: ${typeText(schema, inner)}${noteOf(schema)}`;
  });
  return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "{}";
}

/** Bounds, formats and descriptions, which the type does not show. */
function noteOf(schema: Schema): string {
  const bounds = ["format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "default"]
    .filter((name) => schema[name] !== undefined && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER)
    .map((name) => `${name} ${JSON.stringify(schema[name])}`);
  const notes = [schema.description, ...bounds].filter((note) => note !== undefined);
  return notes.length > 0 ? `  // ${notes.join(", ")}` : "";
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
