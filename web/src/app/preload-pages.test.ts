import { expect, test } from "vitest";
import { pageModules, preloadsOf } from "../../preload-pages.ts";
import { pages } from "./pages.tsx";

test("the build finds the module of every page of the route table", () => {
  expect([...pageModules().keys()].sort()).toEqual(pages.map(({ path }) => path.replace("/*", "")).sort());
});

test("a page preloads the shell and its own scripts, and nothing that the first page names", () => {
  const modules = pageModules();
  const module = modules.get("/inbox") ?? "";
  const shell = module.replace(/features.*/, "app/signed-in.tsx");
  const chunk = (facadeModuleId: string | null, imports: string[], isEntry = false) =>
    ({ type: "chunk", facadeModuleId, imports, isEntry }) as const;
  const bundle = {
    "assets/index.js": chunk("index.html", ["assets/start.js"], true),
    "assets/start.js": chunk(null, []),
    "assets/shell.js": chunk(shell, ["assets/start.js"]),
    "assets/inbox.js": chunk(module, ["assets/start.js", "assets/lists.js"]),
    "assets/lists.js": chunk(null, []),
    "assets/later.js": chunk(null, []),
    "assets/style.css": { type: "asset" } as const,
  };
  const inboxOnly = new Map([["/inbox", module]]);
  expect(preloadsOf(bundle, inboxOnly)).toEqual({
    "/inbox": ["/assets/shell.js", "/assets/inbox.js", "/assets/lists.js"],
  });
  const { "assets/inbox.js": _, ...broken } = bundle;
  expect(() => preloadsOf(broken, inboxOnly)).toThrow("no file");
});
